# SPDX-License-Identifier: Apache-2.0
# Clock-domain crossings of Weir, for tools that read SDC. Adapt the delays. Set no set_clock_groups
# and no false path between the two clocks: either overrides set_max_delay.
#
# trigger_i, auth_i and pins_i may come from any clock; each ends in two flops.
set_false_path -to [get_pins -hierarchical *u_auth/*auth_q*?0?/D]
set_false_path -to [get_pins -hierarchical *u_filter*pin_q*?0?/D]
set_false_path -to [get_pins -hierarchical *u_pins*async_q*/D]

# time_gray_i: one bit changes at a time. The skew between bits must be below one period of the
# counter's clock, here 100 ns.
set_max_delay 100    -from [get_pins -hierarchical *u_gray*gray_q*/Q] \
  -to [get_pins -hierarchical *u_timestamp*meta_q*/D]
set_false_path -hold -from [get_pins -hierarchical *u_gray*gray_q*/Q] \
  -to [get_pins -hierarchical *u_timestamp*meta_q*/D]

# weir_cdc_fifo: a pointer likewise, below one period of its source clock, here 10 ns. Data must
# arrive within one period of the destination clock.
set_max_delay 10     -from [get_pins -hierarchical *u_src*gray_q*/Q] \
  -to [get_pins -hierarchical *u_dst*meta_q*/D]
set_false_path -hold -from [get_pins -hierarchical *u_src*gray_q*/Q] \
  -to [get_pins -hierarchical *u_dst*meta_q*/D]
set_max_delay 10     -from [get_pins -hierarchical *u_dst*gray_q*/Q] \
  -to [get_pins -hierarchical *u_src*meta_q*/D]
set_false_path -hold -from [get_pins -hierarchical *u_dst*gray_q*/Q] \
  -to [get_pins -hierarchical *u_src*meta_q*/D]
set_max_delay 10     -from [get_pins -hierarchical *u_src*ram*/Q]
set_false_path -hold -from [get_pins -hierarchical *u_src*ram*/Q]
