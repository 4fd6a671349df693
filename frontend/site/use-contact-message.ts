import { useRef } from "react";
import {
  type Answer,
  type ContactForm,
  contactProblem,
  contactTexts,
} from "../../shared/messages/contact-form.ts";
import { contact } from "./content/contact.ts";

/** A sent message: after "Get Quote" with the product. */
export type Sent = ContactForm & { product?: string; answers?: Answer[] };

/**
 * The text for the visitor, the problems by field, and what was sent under which reference. `sent` is undefined while
 * the message is sent again.
 */
export type Outcome = {
  sent?: boolean;
  text: string;
  problems?: FieldProblems;
  content?: Sent;
  reference?: string | undefined;
};

/** A little more than API Gateway's own timeout of 30 seconds. */
const TIMEOUT_MS = 35_000;

/** After throttling, the message is sent again with these delays. */
const RETRY_DELAYS_SECONDS = [2, 6, 18, 40];
const MAX_DELAY_SECONDS = 60;

export function useContactMessage() {
  const last = useRef<{ id: string; content: string }>(undefined);

  return async (fields: FormData, show: (outcome: Outcome) => void): Promise<Outcome> => {
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    const product = text("product");
    const answers = fields.getAll("answer").flatMap((typed, at): Answer[] => {
      const answer = String(typed).trim();
      return answer ? [{ question: String(fields.getAll("question")[at]), answer }] : [];
    });
    const form: Sent = {
      name: text("name"),
      email: text("email"),
      phone: text("phone"),
      message: text("message"),
      ...(product && { product, answers }),
    };
    const problem = contactProblem(form);
    if (problem) return { sent: false, text: problem, problems: fieldProblems(form) };

    // The same content keeps its id, so that a retry after a lost response stores one message.
    const content = JSON.stringify(form);
    if (last.current?.content !== content) last.current = { id: crypto.randomUUID(), content };
    const message = {
      ...form,
      id: last.current.id,
      website: text("website"),
      elapsed: Math.round(performance.now()),
    };
    const outcome = await post(message, () => show({ text: contactTexts.busy }));
    if (!outcome.sent) return outcome;
    last.current = undefined;
    return { ...outcome, content: form };
  };
}

async function post(
  message: ContactForm & { id: string; website: string; elapsed: number },
  onBusy: () => void,
): Promise<Outcome> {
  const failed = { sent: false, text: contactTexts.failed };
  try {
    for (const delay of [...RETRY_DELAYS_SECONDS, 0]) {
      const response = await fetch("/api/send-email", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.ok) {
        // Sent, even if the rest of the response was lost.
        const { reference }: { reference?: string } = await response.json().catch(() => ({}));
        return { sent: true, text: contactTexts.sent, reference };
      }
      const { status, headers } = response;
      if (status !== 429 && status !== 503) {
        // Our own 4xx responses say what to correct.
        const { error }: { error?: unknown } = status < 500 ? await response.json() : {};
        return typeof error === "string" && error ? { ...failed, text: error } : failed;
      }
      if (!delay) break;
      onBusy();
      const seconds = Math.min(Number(headers.get("retry-after")) || delay, MAX_DELAY_SECONDS);
      // A random part spreads the retries of many visitors.
      await new Promise((resolve) => setTimeout(resolve, 1_000 * (seconds + 2 * Math.random())));
    }
  } catch {
    // No response, or one that is not ours.
  }
  return failed;
}

export type FieldProblems = { [name in keyof ContactForm]?: string };

const validForm = { name: "x", email: "x@x.x", message: "x" };

/** The problem of each field, to show beside it. */
function fieldProblems(form: ContactForm): FieldProblems {
  const problems: FieldProblems = {};
  for (const name of ["name", "email", "message"] as const) {
    const problem = contactProblem({ ...validForm, [name]: form[name] });
    if (problem) problems[name] = problem === contactTexts.missing ? contact.empty[name] : problem;
  }
  return problems;
}
