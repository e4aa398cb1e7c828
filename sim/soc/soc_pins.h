// SPDX-License-Identifier: Apache-2.0
// Maps the ports of a Verilated demo SoC to SocPins: one list for both harnesses.
#ifndef WEIR_SOC_PINS_H
#define WEIR_SOC_PINS_H

// X(port, type of the SystemC signal, member of SocPins)
#define SOC_PINS(X)                                                                                \
    X(console_valid_o, bool, console_valid)                                                        \
    X(console_data_o, uint32_t, console_data)                                                      \
    X(exit_valid_o, bool, exit_valid)                                                              \
    X(exit_code_o, uint32_t, exit_code)                                                            \
    X(host_valid_o, bool, host_valid)                                                              \
    X(host_strb_o, uint32_t, host_strb)                                                            \
    X(host_data_o, uint32_t, host_data)                                                            \
    X(unit_rst_no, bool, unit.rst_n)                                                               \
    X(reg_valid_o, bool, unit.reg_valid)                                                           \
    X(reg_write_o, bool, unit.reg_write)                                                           \
    X(reg_addr_o, uint32_t, unit.reg_addr)                                                         \
    X(reg_wdata_o, uint32_t, unit.reg_wdata)                                                       \
    X(reg_wstrb_o, uint32_t, unit.reg_wstrb)                                                       \
    X(reg_ready_o, bool, unit.reg_ready)                                                           \
    X(reg_rdata_o, uint32_t, unit.reg_rdata)                                                       \
    X(snoop_hart_o, uint32_t, snoop_hart)                                                          \
    X(snoop_valid_o, bool, unit.snoop[0].valid)                                                    \
    X(snoop_addr_o, uint32_t, unit.snoop[0].addr)                                                  \
    X(snoop_data_o, uint32_t, unit.snoop[0].data)                                                  \
    X(snoop_strb_o, uint32_t, unit.snoop[0].strobes)                                               \
    X(m_valid_o, bool, unit.m_valid)                                                               \
    X(m_addr_o, uint32_t, unit.m_addr)                                                             \
    X(m_wdata_o, uint32_t, unit.m_wdata)                                                           \
    X(pins_o, uint32_t, unit.pins)                                                                 \
    X(mtime_o, uint64_t, unit.mtime_least)                                                         \
    X(irq_o, bool, unit.irq)                                                                       \
    X(core_store_o, bool, core_store)                                                              \
    X(core_hart_o, uint32_t, core_hart)                                                            \
    X(core_addr_o, uint32_t, core_addr)                                                            \
    X(core_data_o, uint32_t, core_data)                                                            \
    X(core_strb_o, uint32_t, core_strb)                                                            \
    X(rvfi_done_o, bool, rvfi_done)                                                                \
    X(rvfi_intr_o, bool, rvfi_intr)                                                                \
    X(rvfi_user_o, bool, rvfi_user)                                                                \
    X(rvfi_insn_o, uint32_t, rvfi_insn)                                                            \
    X(rvfi_rs1_o, uint32_t, rvfi_rs1)                                                              \
    X(rvfi_addr_o, uint32_t, rvfi_addr)                                                            \
    X(rvfi_data_o, uint32_t, rvfi_data)                                                            \
    X(rvfi_strb_o, uint32_t, rvfi_strb)

// The same of the retire view of one hart, with the bits of a hart at the port; member is one of
// weir_golden_retire.
#define SOC_RETIRE(X)                                                                              \
    X(retire_rd_o, uint32_t, rd, 5)                                                                \
    X(retire_rd_data_o, uint32_t, rd_data, 32)                                                     \
    X(retire_csr_valid_o, bool, csr_valid, 1)                                                      \
    X(retire_csr_o, uint32_t, csr, 12)                                                             \
    X(retire_csr_data_o, uint32_t, csr_data, 32)                                                   \
    X(retire_trap_o, bool, trap, 1)                                                                \
    X(retire_interrupt_o, bool, interrupt, 1)                                                      \
    X(retire_code_o, uint32_t, code, 12)                                                           \
    X(retire_return_o, bool, returns, 1)                                                           \
    X(retire_hint_o, bool, hint, 1)                                                                \
    X(retire_hint_u_o, bool, sltiu, 1)                                                             \
    X(retire_user_o, bool, user, 1)

constexpr unsigned kResetEdges = 10;

#endif
