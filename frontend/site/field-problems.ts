import { type ContactForm, contactProblem, contactTexts } from "../../shared/messages/contact-form.ts";
import { contact } from "./content/contact.ts";

export type FieldProblems = { [name in keyof ContactForm]?: string };

const validForm = { name: "x", email: "x@x.x", message: "x" };

/** The problem of each field, to show beside it. */
export function fieldProblems(form: ContactForm): FieldProblems {
  const problems: FieldProblems = {};
  for (const name of ["name", "email", "message"] as const) {
    const problem = contactProblem({ ...validForm, [name]: form[name] });
    if (problem) problems[name] = problem === contactTexts.missing ? contact.empty[name] : problem;
  }
  return problems;
}
