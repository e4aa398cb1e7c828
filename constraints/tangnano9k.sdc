# SPDX-License-Identifier: Apache-2.0
create_clock -name clk_i -period 37.037 [get_ports {clk_i}]
