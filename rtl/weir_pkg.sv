// SPDX-License-Identifier: Apache-2.0
// Constants of the registers and of the stream. Made by `make regs` from rtl/regs/weir.rdl and
// rtl/regs/stream.toml.

// A design uses what it needs of these:
// verilator lint_off UNUSEDPARAM
package weir_pkg;

  // MAGIC: Magic number
  localparam [31:0] MAGIC_VALUE = 32'h52494557;

  // VERSION: Versions
  localparam [31:0] VERSION_VALUE = 32'h01000503;

  // FEATURES: Features that this unit was built with
  localparam integer FEATURES_WIDE_LSB = 15;

  // CTRL: Control
  localparam [11:0] REG_CTRL = 12'h010;
  localparam integer CTRL_ENABLE_LSB = 0;
  localparam integer CTRL_CLEAR_LSB = 1;

  // STATUS: Status
  localparam [11:0] REG_STATUS = 12'h014;

  // FAULT: Faults, sticky
  localparam [11:0] REG_FAULT = 12'h018;
  localparam integer FAULT_ACCESS_LSB = 0;

  // IRQ_ENABLE: Interrupt enable
  localparam [11:0] REG_IRQ_ENABLE = 12'h01C;

  // IRQ_STATUS: Interrupt status
  localparam [11:0] REG_IRQ_STATUS = 12'h020;

  // WATERMARK: Watermark in words
  localparam [11:0] REG_WATERMARK = 12'h024;

  // LEVEL: Words ready in the FIFO
  localparam [11:0] REG_LEVEL = 12'h028;

  // TAIL: Bytes that do not fill a word yet
  localparam [11:0] REG_TAIL = 12'h02C;

  // TIME_LO: Time, low half; not in weir_tiny
  localparam [11:0] REG_TIME_LO = 12'h030;

  // TIME_HI: Time, high half; not in weir_tiny
  localparam [11:0] REG_TIME_HI = 12'h034;

  // SWITCH_ID: Id of THREAD_SWITCH
  localparam [11:0] REG_SWITCH_ID = 12'h038;

  // TIME_STEP: Ticks per clock cycle; this and TIME_CTRL: units with TIME_BASE
  localparam [11:0] REG_TIME_STEP = 12'h03C;
  localparam [31:0] TIME_STEP_RESET = 32'h01000000;

  // TIME_CTRL: Time base
  localparam [11:0] REG_TIME_CTRL = 12'h040;

  // PEEK_AT: FIFO read-back address (PEEK = 1, like all registers down to SNAPSHOT_TAIL)
  localparam [11:0] REG_PEEK_AT = 12'h044;

  // PEEK_DATA: Word at PEEK_AT
  localparam [11:0] REG_PEEK_DATA = 12'h048;

  // FIFO_POINTERS: Positions of the words in the FIFO
  localparam [11:0] REG_FIFO_POINTERS = 12'h04C;

  // SNAPSHOT: Snapshot after a reset
  localparam [11:0] REG_SNAPSHOT = 12'h050;

  // SNAPSHOT_POINTERS: FIFO_POINTERS at the reset; 0 unless SNAPSHOT.VALID
  localparam [11:0] REG_SNAPSHOT_POINTERS = 12'h054;

  // SNAPSHOT_TAIL: TAIL at the reset; 0 unless SNAPSHOT.VALID
  localparam [11:0] REG_SNAPSHOT_TAIL = 12'h058;

  // LOCK: Lock; units with PROTECT
  localparam [11:0] REG_LOCK = 12'h05C;

  // CHECKPOINT: Checkpoints in the stream; units with CHECKPOINT
  localparam [11:0] REG_CHECKPOINT = 12'h060;
  localparam integer CHECKPOINT_NOW_LSB = 31;

  // AUTH: Authorisation to read the trace; units with PROTECT
  localparam [11:0] REG_AUTH = 12'h064;

  // SW_DROPPED: Software entries that were not written; units with CHECKPOINT
  localparam [11:0] REG_SW_DROPPED = 12'h068;

  // SELECT: Selected events; this and all registers down to MATCH: units with FILTER. Bits 7:3 are
  // free for classes
  localparam [11:0] REG_SELECT = 12'h080;

  // SELECT_ID: Ids equal to ID in the bits of MASK
  localparam [11:0] REG_SELECT_ID = 12'h084;

  // RANGE: A range of ids
  localparam [11:0] REG_RANGE = 12'h088;
  localparam integer REG_RANGE_STRIDE = 4;

  // RATE_LIMIT: Rate limit of USER (0) and COM (1)
  localparam [11:0] REG_RATE_LIMIT = 12'h090;
  localparam integer REG_RATE_LIMIT_STRIDE = 4;

  // FILTERED: Filtered-out events
  localparam [11:0] REG_FILTERED = 12'h098;

  // FREEZE_AFTER: Events after the one that freezes
  localparam [11:0] REG_FREEZE_AFTER = 12'h09C;

  // TRIGGER: Causes of each action: bit 0 MATCH 0, 1 MATCH 1, 2 pin
  localparam [11:0] REG_TRIGGER = 12'h0A0;

  // TRIGGER_STATE: State of the trigger
  localparam [11:0] REG_TRIGGER_STATE = 12'h0A4;
  localparam integer TRIGGER_STATE_STATE_LSB = 0;

  // MATCH: Event that causes a trigger action
  localparam [11:0] REG_MATCH = 12'h0B0;
  localparam integer REG_MATCH_STRIDE = 16;

  // MATCH_ID: Id, in the bits of MASK
  localparam [11:0] REG_MATCH_ID = 12'h000;

  // MATCH_VALUE: Value, in the bits of MASK
  localparam [11:0] REG_MATCH_VALUE = 12'h004;

  // MATCH_MASK: Bits of the value to compare
  localparam [11:0] REG_MATCH_MASK = 12'h008;

  // SNOOP: Snoop of one hart; not in weir_tiny
  localparam [11:0] REG_SNOOP = 12'h100;
  localparam integer REG_SNOOP_STRIDE = 32;

  // SNOOP_CTRL: Snoop control
  localparam [11:0] REG_SNOOP_CTRL = 12'h000;

  // SNOOP_ADDR: Snooped address
  localparam [11:0] REG_SNOOP_ADDR = 12'h004;

  // SNOOP_RUNNING: Running thread
  localparam [11:0] REG_SNOOP_RUNNING = 12'h008;

  // SNOOP_MASK: Bits of the value to compare
  localparam [11:0] REG_SNOOP_MASK = 12'h00C;

  // PORT_MASK: Classes that each port of a hart may emit; units with PROTECT. Bit 0 USER, 1 COM, 2
  // SYS; 5 more bits per port are free for classes
  localparam [11:0] REG_PORT_MASK = 12'h400;
  localparam integer REG_PORT_MASK_STRIDE = 4;

  // FRAME_CTRL: Frame sink; this and FRAME_HZ: units with FRAME
  localparam [11:0] REG_FRAME_CTRL = 12'h480;

  // FRAME_HZ: Ticks of time per second, as frames report it
  localparam [11:0] REG_FRAME_HZ = 12'h484;

  // WAIT: Longest stall of a store to a guaranteed port or event window; not in weir_tiny
  localparam [11:0] REG_WAIT = 12'h490;
  localparam [23:0] WAIT_CYCLES_RESET = 24'h001000;

  // PIN_RISE: Pins whose rising edges are events; this and all registers down to PIN_BUS: units
  // with PINS
  localparam [11:0] REG_PIN_RISE = 12'h4A4;

  // PIN_FALL: Pins whose falling edges are events
  localparam [11:0] REG_PIN_FALL = 12'h4A8;

  // PIN_BUS: Pins that form a bus
  localparam [11:0] REG_PIN_BUS = 12'h4AC;

  // RING_CTRL: Ring control; units with RING. This, RING_BASE and RING_SIZE accept stores only
  // before the unit is first enabled after reset or CLEAR, and ENABLE once
  localparam [11:0] REG_RING_CTRL = 12'h600;
  localparam integer RING_CTRL_ENABLE_LSB = 0;
  localparam integer RING_CTRL_FIFO_LSB = 2;

  // RING_BASE: Address of the ring; units with RING
  localparam [11:0] REG_RING_BASE = 12'h604;

  // RING_SIZE: Size of the ring; units with RING
  localparam [11:0] REG_RING_SIZE = 12'h608;

  // RING_STATUS: Status of the ring; units with RING
  localparam [11:0] REG_RING_STATUS = 12'h60C;

  // DATA: Data page
  localparam [15:0] REG_DATA = 16'h1000;

  // COUNTERS: Counters of a source, 4 * hart + context. Event pins count as the interrupt context
  // of one more hart
  localparam [15:0] REG_COUNTERS = 16'h2000;

  // COUNTERS_DELIVERED: Delivered events, one register for each class, USER, COM and SYS; not in
  // weir_tiny. Offered is delivered and dropped
  localparam [11:0] REG_COUNTERS_DELIVERED = 12'h040;

  // SW_ENTRY: Software entries of one hart; units with CHECKPOINT
  localparam [15:0] REG_SW_ENTRY = 16'h4000;

  // SW_ENTRY_BEGIN: Begin an entry
  localparam [11:0] REG_SW_ENTRY_BEGIN = 12'h000;

  // SW_ENTRY_WORD: Next word of the entry
  localparam [11:0] REG_SW_ENTRY_WORD = 12'h004;

  // SW_ENTRY_END: Write the entry to the stream
  localparam [11:0] REG_SW_ENTRY_END = 12'h008;

  // HART: Ports and event windows of one hart
  localparam [19:0] REG_HART = 20'h10000;

  // HART_PORT_VALUE: Value of the next event; reads what was stored
  localparam [11:0] REG_HART_PORT_VALUE = 12'h000;

  // HART_PORT_ID: Id: offers the event
  localparam [11:0] REG_HART_PORT_ID = 12'h004;

  // HART_PORT_LOW: The same as VALUE, beside ARG 0; units with VALUE_W = 64 or ARGS above 1
  localparam [11:0] REG_HART_PORT_LOW = 12'h008;

  // HART_PORT_ARG: Extra arguments 1 to 3; units with ARGS above 1. ARG 0 is the high half of the
  // value in units with VALUE_W = 64
  localparam [11:0] REG_HART_PORT_ARG = 12'h00C;

  // HART_WINDOW: Event window of a context: register n offers an event with id n, from 512 on as
  // WINDOW_IDS says. Not in weir_tiny. Guaranteed windows: their stores wait for free space
  localparam [15:0] REG_HART_WINDOW = 16'h4000;

  // HART_GUARANTEED_PORT: Port of a context: 0 thread, 1 interrupt, 2 user (units with PROTECT).
  // Guaranteed ports, not in weir_tiny: their stores to ID wait for free space
  localparam [15:0] REG_HART_GUARANTEED_PORT = 16'h8000;

  // ids
  localparam [15:0] ID_USER_FIRST = 16'h0001;
  localparam [15:0] ID_USER_LAST = 16'h3FFF;
  localparam [15:0] ID_COM_FIRST = 16'h4000;
  localparam [15:0] ID_COM_LAST = 16'h7FFF;
  localparam [15:0] ID_SYS_FIRST = 16'hC000;
  localparam [15:0] ID_SYS_LAST = 16'hFFFF;
  localparam [15:0] ID_THREAD_NAME = 16'h4000;
  localparam [15:0] ID_OBJECT_NAME = 16'h4001;
  localparam [15:0] ID_SPAN_BEGIN = 16'h4002;
  localparam [15:0] ID_SPAN_END = 16'h4003;
  localparam [15:0] ID_DATA = 16'h4010;
  localparam [15:0] ID_LOG = 16'h4011;
  localparam [15:0] ID_RECORD = 16'h4012;
  localparam [15:0] ID_PIN = 16'h4400;
  localparam [15:0] ID_PIN_BUS = 16'h4420;
  localparam [15:0] ID_THREADX = 16'h5000;
  localparam [15:0] ID_THREAD_SWITCH = 16'h8000;
  localparam [15:0] ID_THREAD_SWITCH_ALT = 16'hC000;
  localparam [15:0] ID_ISR_ENTER = 16'hC120;
  localparam [15:0] ID_ISR_EXIT = 16'hC121;
  localparam [15:0] ID_ISR = 16'hC001;

  // classes
  localparam [1:0] CLASS_USER = 2'd0;
  localparam [1:0] CLASS_COM = 2'd1;
  localparam [1:0] CLASS_SYS = 2'd2;
  localparam [1:0] CLASS_NONE = 2'd3;
  localparam integer CLASS_COUNT = 4;
  localparam integer CLASS_CODES = 8;
  localparam integer CLASS_W = 2;

  // drop reasons
  localparam [2:0] DROP_USER = 3'd0;
  localparam [2:0] DROP_COM = 3'd1;
  localparam [2:0] DROP_SYS = 3'd2;
  localparam [2:0] DROP_TORN = 3'd3;
  localparam [2:0] DROP_ID = 3'd4;
  localparam [2:0] DROP_MASK = 3'd5;
  localparam [2:0] DROP_RATE_LIMIT = 3'd6;
  localparam [2:0] DROP_OVERRUN = 3'd7;
  localparam integer DROP_COUNT = 8;
  localparam integer DROP_CODES = 16;
  localparam integer DROP_W = 3;

  // states of the trigger
  localparam [1:0] TRIGGER_OPEN = 2'd0;
  localparam [1:0] TRIGGER_CLOSED = 2'd1;
  localparam [1:0] TRIGGER_FREEZING = 2'd2;
  localparam [1:0] TRIGGER_FROZEN = 2'd3;

  // what a snoop watches
  localparam [1:0] SNOOP_STORE = 2'd0;
  localparam [1:0] SNOOP_GPR = 2'd1;
  localparam [1:0] SNOOP_CSR = 2'd2;

  // traps
  localparam [11:0] ISR_UNKNOWN = 12'd4095;

  // entries by software
  localparam [1:0] SW_ENTRY_WRITTEN = 2'd1;
  localparam [1:0] SW_ENTRY_LATER = 2'd2;
  localparam [1:0] SW_ENTRY_TORN = 2'd3;

  // contexts
  localparam [1:0] CONTEXT_THREAD = 2'd0;
  localparam [1:0] CONTEXT_INTERRUPT = 2'd1;
  localparam [1:0] CONTEXT_USER_MODE = 2'd2;
  localparam [1:0] CONTEXT_SNOOP = 2'd3;

  // items: 16 * (id + ITEM_ID_BIAS) + hart, unless one of the others
  localparam [20:0] ITEM_THREAD = 21'd1;
  localparam [20:0] ITEM_ISR = 21'd2;
  localparam [20:0] ITEM_LOSS = 21'd3;
  localparam [20:0] ITEM_CHECKPOINT = 21'd4;
  localparam [20:0] ITEM_USER_SHORT = 21'd4;
  localparam [15:0] ITEM_USER_SHORT_IDS = 16'd11;
  localparam [20:0] ITEM_ROW_THREAD = 21'd16;
  localparam [20:0] ITEM_ROW_ISR = 21'd32;
  localparam [20:0] ITEM_ARG = 21'd192;
  localparam [20:0] ITEM_ROW_SCOPE = 21'd240;
  localparam [20:0] ITEM_DROPPED = 21'd256;
  localparam [20:0] ITEM_CACHE_ENTRY = 21'd768;
  localparam [20:0] ITEM_DROPPED_MORE = 21'd525312;
  localparam [20:0] ITEM_ID_BIAS = 21'd63;
  localparam [20:0] ITEM_MAX = 21'd1049583;

  // sizes in bytes
  localparam integer SIZE_ENTRY_MAX = 20;
  localparam integer SIZE_SW_ENTRY_MAX = 128;
  localparam integer SIZE_ENTRY_MAX_WIDE = 25;
  localparam integer SIZE_ENTRY_ARG = 8;
  localparam integer SIZE_THREAD_NAME_MAX = 63;

  // loss, in ticks
  localparam [31:0] LOSS_QUIET = 32'd64;
  localparam [31:0] LOSS_AGE_MAX = 32'd2147483647;

endpackage
// verilator lint_on UNUSEDPARAM
