// SPDX-License-Identifier: Apache-2.0
// The RTL in pipeline order; every flow reads this list. Paths are relative to the repository.
rtl/weir_pkg.sv
rtl/weir_event.sv
rtl/weir_port.sv
rtl/weir_snoop.sv
rtl/weir_merge.sv
rtl/weir_filter.sv
rtl/weir_stamp.sv
rtl/weir_count.sv
rtl/weir_admit.sv
rtl/weir_pack.sv
rtl/weir_fifo.sv
rtl/weir_parse.sv
rtl/weir_frame.sv
rtl/weir_uart.sv
rtl/weir_ring.sv
rtl/weir_ring_regs.sv
rtl/weir_regs.sv
rtl/weir.sv
rtl/bus/weir_apb.sv
rtl/bus/weir_axil.sv
rtl/bus/weir_obi.sv
rtl/bus/weir_tlul.sv
rtl/bus/weir_wb.sv
rtl/bus/weir_ring_axi.sv
rtl/bus/weir_ring_axil.sv
rtl/bus/weir_ring_wb.sv
