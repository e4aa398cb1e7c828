# SPDX-License-Identifier: Apache-2.0
# Arty A7-35T with Vivado, from sources to bitstream. Not run yet. In the root of the repository:
#
#   make fpga BOARD=arty_a7       makes firmware, board.svh, files.txt in build/boards/arty_a7
#   vivado -mode batch -source fpga/boards/arty_a7.tcl
set folder build/boards/arty_a7
set list [open $folder/files.txt]
set files [split [string trim [read $list]] "\n"]
close $list

read_verilog -sv $files
read_xdc constraints/arty_a7.xdc
synth_design -top arty_a7 -part xc7a35ticsg324-1L -include_dirs [list rtl $folder] \
  -verilog_define RISCV_FORMAL=1
opt_design
place_design
route_design
write_checkpoint -force $folder/arty_a7.dcp
report_utilization -hierarchical -file $folder/utilization.txt
report_timing_summary -file $folder/timing.txt
if {[get_property SLACK [get_timing_paths]] < 0} {
  error "timing is not met: $folder/timing.txt"
}
write_bitstream -force $folder/arty_a7.bit
