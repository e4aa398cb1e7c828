// SPDX-License-Identifier: Apache-2.0
// Connections of the ports of soc_system_pins.svh, but the end of the program.
    .clk_i(clk_i), .rst_ni(rst_ni),
    .console_valid_o(console_valid_o), .console_data_o(console_data_o),
    .host_valid_o(host_valid_o), .host_strb_o(host_strb_o), .host_data_o(host_data_o),
    .unit_rst_no(unit_rst_no),
    .reg_valid_o(reg_valid_o), .reg_write_o(reg_write_o), .reg_addr_o(reg_addr_o),
    .reg_wdata_o(reg_wdata_o), .reg_wstrb_o(reg_wstrb_o), .reg_ready_o(reg_ready_o),
    .reg_rdata_o(reg_rdata_o),
    .snoop_valid_o(snoop_valid_o), .snoop_addr_o(snoop_addr_o), .snoop_data_o(snoop_data_o),
    .snoop_strb_o(snoop_strb_o),
    .m_valid_o(m_valid_o), .m_addr_o(m_addr_o), .m_wdata_o(m_wdata_o),
    .pins_o(pins_o), .mtime_o(mtime_o), .irq_o(irq_o),
