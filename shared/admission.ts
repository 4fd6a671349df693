// Why somebody may not come in, as the server says it and the browser knows it: text alone, as the first page has it.

/** What the server says as long as somebody lacks the second factor that is demanded; the browser knows it by this. */
export const secondFactorLacking =
  "An administrator asks everybody for a second factor. Set up yours first, then go on.";

/** What the server says to whoever is shut out while they are signed in; the browser knows it by this. */
export const shutOutSentence = "An administrator has shut you out of the back-office.";
