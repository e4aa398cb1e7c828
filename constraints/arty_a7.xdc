# SPDX-License-Identifier: Apache-2.0
# Arty A7, fpga/boards/arty_a7.sv
create_clock -name clk_i -period 10.000 [get_ports {clk_i}]

set_property -dict {PACKAGE_PIN E3  IOSTANDARD LVCMOS33} [get_ports {clk_i}]
set_property -dict {PACKAGE_PIN C2  IOSTANDARD LVCMOS33} [get_ports {button_ni}]
set_property -dict {PACKAGE_PIN D10 IOSTANDARD LVCMOS33} [get_ports {trace_o}]
set_property -dict {PACKAGE_PIN G13 IOSTANDARD LVCMOS33} [get_ports {console_o}]
set_property -dict {PACKAGE_PIN H5  IOSTANDARD LVCMOS33} [get_ports {led_o[0]}]
set_property -dict {PACKAGE_PIN J5  IOSTANDARD LVCMOS33} [get_ports {led_o[1]}]
set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 3.3 [current_design]

# The button is asynchronous and ends in a synchroniser. Serial lines and LEDs need no timing.
set_false_path -from [get_ports {button_ni}]
set_false_path -to [get_ports {trace_o console_o led_o[0] led_o[1]}]
