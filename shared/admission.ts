/** What the server says as long as somebody lacks the second factor that is demanded; the browser knows it by this. */
export const secondFactorLacking =
  "An administrator asks everybody for a second factor. Set up yours first, then go on.";
