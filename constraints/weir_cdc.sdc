# SPDX-License-Identifier: Apache-2.0
# Crossings into the clock of Weir, for tools that read SDC; adapt the period. No set_clock_groups and no false path between the two clocks: either
# would win over set_max_delay.
#
# trigger_i, auth_i, pins_i: of any clock, each ends in two flops.
set_false_path -to [get_pins -hierarchical *g_auth*auth_q*?0?/D]
set_false_path -to [get_pins -hierarchical *u_filter*pin_q*?0?/D]
set_false_path -to [get_pins -hierarchical *u_pins*async_q*/D]

# time_gray_i: one bit changes at a time. From bit to bit less than one period of the counter's clock, here 100 ns.
set_max_delay 100    -from [get_pins -hierarchical *u_gray*gray_q*/Q] -to [get_pins -hierarchical *u_timestamp*meta_q*/D]
set_false_path -hold -from [get_pins -hierarchical *u_gray*gray_q*/Q] -to [get_pins -hierarchical *u_timestamp*meta_q*/D]

# weir_cdc_fifo: the pointers as the counter, less than one period of the clock that each comes from, here 10 ns; the bytes less than one of the clock
# that takes them.
set_max_delay 10     -from [get_pins -hierarchical *u_src*gray_q*/Q] -to [get_pins -hierarchical *u_dst*meta_q*/D]
set_false_path -hold -from [get_pins -hierarchical *u_src*gray_q*/Q] -to [get_pins -hierarchical *u_dst*meta_q*/D]
set_max_delay 10     -from [get_pins -hierarchical *u_dst*gray_q*/Q] -to [get_pins -hierarchical *u_src*meta_q*/D]
set_false_path -hold -from [get_pins -hierarchical *u_dst*gray_q*/Q] -to [get_pins -hierarchical *u_src*meta_q*/D]
set_max_delay 10     -from [get_pins -hierarchical *u_src*ram*/Q]
set_false_path -hold -from [get_pins -hierarchical *u_src*ram*/Q]
