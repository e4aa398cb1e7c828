# SPDX-License-Identifier: Apache-2.0
# Crossings into the clock of Weir, for Vivado: read it with the unit in a design, adapt the period.
#
# trigger_i, auth_i, pins_i: of any clock, each ends in two flops.
set_false_path -to [get_cells -hierarchical -filter {NAME =~ *g_auth*auth_q_reg?0?}]
set_false_path -to [get_cells -hierarchical -filter {NAME =~ *u_filter/*pin_q_reg?0?}]
set_false_path -to [get_cells -hierarchical -filter {NAME =~ *u_pins/async_q_reg*}]

# time_gray_i: one bit changes at a time. From bit to bit less than one period of the counter's clock, here 100 ns, and no other check.
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_gray/gray_q_reg*}] \
                             -to   [get_cells -hierarchical -filter {NAME =~ *u_timestamp/*meta_q_reg*}] 100
set_bus_skew                 -from [get_cells -hierarchical -filter {NAME =~ *u_gray/gray_q_reg*}] \
                             -to   [get_cells -hierarchical -filter {NAME =~ *u_timestamp/*meta_q_reg*}] 100

# weir_cdc_fifo: the pointers as the counter, less than one period of the clock that each comes from, here 10 ns; the bytes less than one of the clock
# that takes them.
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_src/gray_q_reg*}] \
                             -to   [get_cells -hierarchical -filter {NAME =~ *u_dst/meta_q_reg*}] 10
set_bus_skew                 -from [get_cells -hierarchical -filter {NAME =~ *u_src/gray_q_reg*}] \
                             -to   [get_cells -hierarchical -filter {NAME =~ *u_dst/meta_q_reg*}] 10
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_dst/gray_q_reg*}] \
                             -to   [get_cells -hierarchical -filter {NAME =~ *u_src/meta_q_reg*}] 10
set_bus_skew                 -from [get_cells -hierarchical -filter {NAME =~ *u_dst/gray_q_reg*}] \
                             -to   [get_cells -hierarchical -filter {NAME =~ *u_src/meta_q_reg*}] 10
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_src/ram_reg*}] 10
