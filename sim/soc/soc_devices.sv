// SPDX-License-Identifier: Apache-2.0
// Devices of the demo SoCs, in simulation and on boards: timer, console, host channel, exit.
//
//   +0x00 console (a byte)         +0x04 exit code: ends the run
//   +0x08 host channel (the bytes of the store, lowest address first)
//   +0x10 mtime, +0x14 mtimeh
//   +0x18 mtimecmp, +0x1c mtimecmph: interrupt while mtime >= mtimecmp
//   +0x20 pending interrupts: bit 0 timer, bit 1 Weir
//   +0x24 run: cycles that the program should run; 0: no end
//   +0x28 number of the hart that reads it
`default_nettype none
module soc_devices (
  input  wire         clk_i,
  input  wire         rst_ni,

  input  wire         store_i,           // one cycle per store
  input  wire  [7:0]  addr_i,
  input  wire  [3:0]  hart_i,            // hart of the access
  input  wire  [3:0]  be_i,
  input  wire  [31:0] wdata_i,
  output logic [31:0] rdata_o,           // one cycle after the address

  input  wire  [31:0] run_i,
  input  wire         irq_weir_i,
  output logic        irq_timer_o,

  output logic        console_valid_o,   // one cycle after the store, like all below
  output logic [7:0]  console_data_o,
  output logic        exit_valid_o,
  output logic [31:0] exit_code_o,
  output logic        host_valid_o,
  output logic [3:0]  host_strb_o,
  output logic [31:0] host_data_o
);
  localparam [7:0] CONSOLE = 8'h00, EXIT = 8'h04, HOST = 8'h08,
                   MTIME = 8'h10, MTIMEH = 8'h14, MTIMECMP = 8'h18, MTIMECMPH = 8'h1c,
                   PENDING = 8'h20, RUN = 8'h24, HART = 8'h28;

  logic [63:0] mtime_q, mtimecmp_q;
  assign irq_timer_o = mtime_q >= mtimecmp_q;

  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      mtime_q    <= 64'd0;
      mtimecmp_q <= ~64'd0;
    end else begin
      mtime_q <= mtime_q + 64'd1;
      if (store_i) case (addr_i)
        MTIME:     mtime_q[31:0]     <= wdata_i;
        MTIMEH:    mtime_q[63:32]    <= wdata_i;
        MTIMECMP:  mtimecmp_q[31:0]  <= wdata_i;
        MTIMECMPH: mtimecmp_q[63:32] <= wdata_i;
        default: ;
      endcase
    end

  always_ff @(posedge clk_i)
    case (addr_i)
      MTIME:     rdata_o <= mtime_q[31:0];
      MTIMEH:    rdata_o <= mtime_q[63:32];
      MTIMECMP:  rdata_o <= mtimecmp_q[31:0];
      MTIMECMPH: rdata_o <= mtimecmp_q[63:32];
      PENDING:   rdata_o <= {30'd0, irq_weir_i, irq_timer_o};
      RUN:       rdata_o <= run_i;
      HART:      rdata_o <= {28'd0, hart_i};
      default:   rdata_o <= 32'd0;
    endcase

  always_ff @(posedge clk_i) begin
    console_valid_o <= rst_ni & store_i & addr_i == CONSOLE;
    console_data_o  <= wdata_i[7:0];
    exit_valid_o    <= rst_ni & store_i & addr_i == EXIT;
    exit_code_o     <= wdata_i;
    host_valid_o    <= rst_ni & store_i & addr_i[7:2] == HOST[7:2];
    host_strb_o     <= be_i;
    host_data_o     <= wdata_i;
  end
endmodule
`default_nettype wire
