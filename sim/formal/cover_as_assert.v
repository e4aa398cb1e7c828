// SPDX-License-Identifier: Apache-2.0
// A cover is reached exactly when the assertion of its opposite fails.
module \$cover (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
