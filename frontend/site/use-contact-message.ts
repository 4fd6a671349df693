import { useRef } from "react";
import { type ContactForm, contactProblem, contactTexts } from "../../shared/contact-form.ts";
import { type FieldProblems, fieldProblems } from "./field-problems.ts";

/** What the visitor is told, and what is in the way of it, field by field. */
export type Outcome = { sent: boolean; text: string; problems?: FieldProblems };

/** API Gateway gives up after thirty seconds; so, a little later, do we. */
const patience = 35_000;

export function useContactMessage() {
  const last = useRef<{ id: string; words: string }>(undefined);

  return async (fields: FormData): Promise<Outcome> => {
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    const form: ContactForm = {
      name: text("name"),
      email: text("email"),
      phone: text("phone"),
      message: text("message"),
    };
    const problem = contactProblem(form);
    if (problem) return { sent: false, text: problem, problems: fieldProblems(form) };

    // The same words tried again are the same message, so that an answer lost on the way leaves one copy.
    const words = JSON.stringify(form);
    if (last.current?.words !== words) last.current = { id: crypto.randomUUID(), words };
    const outcome = await post({
      ...form,
      id: last.current.id,
      website: text("website"),
      elapsed: Math.round(performance.now()),
    });
    if (outcome.sent) last.current = undefined;
    return outcome;
  };
}

async function post(
  message: ContactForm & { id: string; website: string; elapsed: number },
): Promise<Outcome> {
  try {
    const response = await fetch("/api/send-email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(patience),
    });
    if (response.ok) return { sent: true, text: contactTexts.sent };
    // A refusal of ours says in its own sentence what to correct; nothing else does.
    const { error }: { error?: unknown } = response.status < 500 ? await response.json() : {};
    return { sent: false, text: typeof error === "string" && error ? error : contactTexts.failed };
  } catch {
    return { sent: false, text: contactTexts.failed };
  }
}
