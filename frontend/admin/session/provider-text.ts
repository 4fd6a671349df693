import { disabledText } from "../../../shared/staff/access-texts.ts";

const wrongAppCode = "The code is not correct. Wait for the next code in your app and enter it.";
const tooLong = "This took too long. Sign in again.";
const sessionEnded = "Your session has ended. Sign in again.";
const inviteAgain = "Ask an administrator to invite you again.";

/** Cognito's messages, and the texts that people see instead: what happened, what to do, who can help. */
const byMessage: [message: RegExp, text: string][] = [
  [/^Incorrect username or password/, "Incorrect username or password."],
  [/fail enable Software Token MFA|^Invalid code received for user/, wrongAppCode],
  [
    /software token has already been used/,
    "This code was used already. Wait for the next code in your app and enter it.",
  ],
  [/^Invalid session for the user/, tooLong],
  [/^User is disabled/, disabledText],
  [/^Temporary password has expired/, `Your invitation has expired. ${inviteAgain}`],
  [
    /cannot be reset in the current state/,
    `You have not used your invitation yet. Sign in with the password in it. If you no longer have it, or it does not work: ${inviteAgain.replace("Ask", "ask")}`,
  ],
  [
    /no registered\/verified email/,
    "We cannot send a code, because your email address is not confirmed. Ask an administrator for help.",
  ],
  [
    /^Password attempts exceeded/,
    "Too many wrong passwords. Wait 15 minutes and try again. If you forgot the password, choose “Forgot your password?”.",
  ],
  [/(Access|Refresh) Token has (expired|been revoked)|^Invalid (Access|Refresh) Token/i, sessionEnded],
  [/not long enough/, "This password is too short."],
  [/must have uppercase/, "This password has no uppercase letter."],
  [/must have lowercase/, "This password has no lowercase letter."],
  [/must have numeric/, "This password has no digit."],
  [/must have symbol/, "This password has no special character, such as a full stop or a hyphen."],
  // Cognito's pattern of a password.
  [
    /regular expression pattern: \^\[\\S\]\+/,
    "A password has no space at its start or end, and more than one character.",
  ],
];

/** The texts for other messages of an error. */
const byName: Record<string, string> = {
  LimitExceededException:
    "Too many attempts. Wait an hour and try again. An administrator can help you sooner.",
  TooManyFailedAttemptsException: "Too many wrong codes. Wait an hour, then send another code.",
  TooManyRequestsException: "The sign-in service is busy. Wait a minute and try again.",
  CodeMismatchException: "The code is not correct. Enter the code of the newest email.",
  ExpiredCodeException: "The code is not valid any more. Send another code and enter that one.",
  CodeDeliveryFailureException:
    "The code could not be sent. Try again later, or ask an administrator for help.",
  InvalidPasswordException:
    "This password is not accepted. Choose a longer one with upper and lower case letters and digits.",
  PasswordHistoryPolicyViolationException: "You used this password before. Choose another one.",
  PasswordResetRequiredException: "You need a new password. Choose “Forgot your password?”.",
  UserNotConfirmedException: `Your account is not confirmed. ${inviteAgain}`,
  UserNotFoundException: `There is no account for this address. ${inviteAgain.replace(" again", "")}`,
  SoftwareTokenMFANotFoundException:
    "Your account has no sign-in code. Sign in again. If it happens again, ask an administrator for help.",
  EnableSoftwareTokenMFAException: wrongAppCode,
  InternalErrorException: "The sign-in service has a problem. Try again in a minute.",
};

/** Our text for an error of the sign-in service; an unknown one has its code, for the person who helps. */
export const providerText = ({ name, message }: Error): string =>
  byMessage.find(([pattern]) => pattern.test(message))?.[1] ??
  byName[name] ??
  `The sign-in service did not accept this (${name}). Try again. If it happens again, tell an administrator this code.`;
