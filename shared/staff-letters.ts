import { type Letter, letter } from "./letter.ts";

/** Cognito puts the person's own login and temporary password in these places. */
export const loginPlace = "{username}";
export const passwordPlace = "{####}";

export const invitationLetter = (login = loginPlace, password = passwordPlace): Letter =>
  letter(
    "Your invitation to the back-office",
    [
      { paragraph: "You have been invited to the back-office." },
      {
        facts: [
          ["Sign in as", login],
          ["Password", password],
        ],
      },
      {
        paragraph: "The password is temporary: you choose your own when you sign in. It is valid for 7 days.",
      },
      { paragraph: "If you did not expect this, you need not do anything." },
    ],
    { name: "Your back-office", lines: [] },
  );
