import { type Template, type TemplatedEmail, templateProblems } from "../../../shared/email-templates.ts";
import { Invalid } from "../http/refusals.ts";

/** @throws Invalid with the first problem of a template: a placeholder that the email does not have */
export function checkTemplate(email: TemplatedEmail, template: Template): void {
  const [problem] = Object.values(templateProblems(email, template));
  if (problem) throw new Invalid(problem);
}
