// SPDX-License-Identifier: Apache-2.0
// Turns each cover into the assertion of its opposite, whose failure shows that the cover is
// reached: the model checker then finds covers like broken properties.
module \$cover (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
