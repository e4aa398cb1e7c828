// SPDX-License-Identifier: Apache-2.0
// For induction: beside each assertion, the assumption that it held in the cycle before. All of
// them together are the hypothesis; each is then shown for the next cycle on its own.
module \$assert (input A, input EN);
  wire held;
  \$ff #(.WIDTH(1)) past (.D(A | !EN), .Q(held));
  \$assume hypothesis (.A(held), .EN(1'b1));
  \$assert _TECHMAP_REPLACE_ (.A(A), .EN(EN));
endmodule
