/** Of seven digits whose check digit is wrong. */
export const mistyped =
  "This is no payment reference: one of its digits is wrong, or two changed places. Ask for it once more.";
