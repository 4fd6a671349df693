/** For seven digits with a wrong check digit. */
export const mistyped =
  "This payment reference is not valid: a digit is wrong, or two digits are swapped. Ask for it again.";
