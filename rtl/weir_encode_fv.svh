// SPDX-License-Identifier: Apache-2.0
// Properties of weir_encode, which includes this file under FORMAL.
//
//! proof encode (RETIRE=1), induction, quick: an event has the item that the table of items gives
//!     it
//! proof encode_plain (RETIRE=0), induction, quick: the same, without traps, as in small and wide

wire f_isr = RETIRE != 0 && ev.ctx == 2'd3 && !ev.is_switch;
always_comb begin
  a_item: assert (entry.item == (f_isr ? (ev.hart == 0 ? 21'd2 : 21'd32 + {17'd0, ev.hart})
      : ev.is_switch ? (ev.hart == 0 ? 21'd1 : 21'd16 + {17'd0, ev.hart})
      : ev.hart == 0 && ev.id <= 16'd11 ? 21'd4 + {5'd0, ev.id}
      : 21'd16 * ({5'd0, ev.id} + 21'd63) + {17'd0, ev.hart}));
  //! mutant encode_thread, quick: the switches of all harts have the item of hart 0
  //!     @thread_item wire [IW-1:0] thread = weir_pkg::ITEM_THREAD;
  a_value: assert (entry.value == ev.value && entry.is_event == (ev.is_switch || f_isr));
end
