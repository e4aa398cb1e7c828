# SPDX-License-Identifier: Apache-2.0
# Clock-domain crossings of Weir, for Vivado. Read it with the design and adapt the delays.
#
# trigger_i, auth_i and pins_i may come from any clock; each ends in two flops.
set_false_path -to [get_cells -hierarchical -filter {NAME =~ *u_auth/*auth_q_reg?0?}]
set_false_path -to [get_cells -hierarchical -filter {NAME =~ *u_filter/*pin_q_reg?0?}]
set_false_path -to [get_cells -hierarchical -filter {NAME =~ *u_pins/*async_q_reg*}]

# time_gray_i: one bit changes at a time. The skew between bits must be below one period of the
# counter's clock, here 100 ns; no other check applies.
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_gray/gray_q_reg*}] \
  -to [get_cells -hierarchical -filter {NAME =~ *u_timestamp/*meta_q_reg*}] 100
set_bus_skew -from [get_cells -hierarchical -filter {NAME =~ *u_gray/gray_q_reg*}] \
  -to [get_cells -hierarchical -filter {NAME =~ *u_timestamp/*meta_q_reg*}] 100

# weir_cdc_fifo: a pointer likewise, below one period of its source clock, here 10 ns. Data must
# arrive within one period of the destination clock.
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_src/gray_q_reg*}] \
  -to [get_cells -hierarchical -filter {NAME =~ *u_dst/meta_q_reg*}] 10
set_bus_skew -from [get_cells -hierarchical -filter {NAME =~ *u_src/gray_q_reg*}] \
  -to [get_cells -hierarchical -filter {NAME =~ *u_dst/meta_q_reg*}] 10
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_dst/gray_q_reg*}] \
  -to [get_cells -hierarchical -filter {NAME =~ *u_src/meta_q_reg*}] 10
set_bus_skew -from [get_cells -hierarchical -filter {NAME =~ *u_dst/gray_q_reg*}] \
  -to [get_cells -hierarchical -filter {NAME =~ *u_src/meta_q_reg*}] 10
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_src/ram_reg*}] 10
