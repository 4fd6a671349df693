// Why access is refused. The server sends these texts and the browser recognises them. No imports: the first page loads this.

/** Sent while MFA is required of everybody and the person has not set it up. */
export const mfaRequiredText =
  "An administrator requires a sign-in code for everybody. Set up yours, then continue.";

/** Sent to a signed-in person whose access is disabled. */
export const disabledText = "An administrator has disabled your access to the back-office.";
