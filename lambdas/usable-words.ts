import { problemsOf, type WordedEmail, type Words } from "../shared/emails/worded.ts";
import { Invalid } from "./errors.ts";

/** @throws Invalid with the first placeholder that the email does not have */
export function refuseUnusable(email: WordedEmail, words: Words): void {
  const [problem] = Object.values(problemsOf(email, words));
  if (problem) throw new Invalid(problem);
}
