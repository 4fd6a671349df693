import { useRef } from "react";
import { type ContactForm, contactProblem, contactTexts } from "../../shared/contact-form.ts";
import { type FieldProblems, fieldProblems } from "./field-problems.ts";

/** What the visitor is told, and what is in the way of it, field by field; while it is tried again, it is neither sent nor not. */
export type Outcome = { sent?: boolean; text: string; problems?: FieldProblems };

/** API Gateway gives up after thirty seconds; so, a little later, do we. */
const patience = 35_000;

/** Refused because there were too many at once, a message is sent again after so many seconds. */
const pauses = [2, 6, 18, 40];
/** The longest that the server may ask us to wait. */
const longestPause = 60;

export function useContactMessage() {
  const last = useRef<{ id: string; words: string }>(undefined);

  return async (fields: FormData, tell: (outcome: Outcome) => void): Promise<Outcome> => {
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
    const message = {
      ...form,
      id: last.current.id,
      website: text("website"),
      elapsed: Math.round(performance.now()),
    };
    const outcome = await post(message, () => tell({ text: contactTexts.busy }));
    if (outcome.sent) last.current = undefined;
    return outcome;
  };
}

async function post(
  message: ContactForm & { id: string; website: string; elapsed: number },
  onBusy: () => void,
): Promise<Outcome> {
  const failed = { sent: false, text: contactTexts.failed };
  try {
    for (const pause of [...pauses, 0]) {
      const response = await fetch("/api/send-email", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(patience),
      });
      if (response.ok) return { sent: true, text: contactTexts.sent };
      const { status, headers } = response;
      if (status !== 429 && status !== 503) {
        // A refusal of ours says in its own sentence what to correct; nothing else does.
        const { error }: { error?: unknown } = status < 500 ? await response.json() : {};
        return typeof error === "string" && error ? { ...failed, text: error } : failed;
      }
      if (!pause) break;
      onBusy();
      const seconds = Math.min(Number(headers.get("retry-after")) || pause, longestPause);
      // Not all who wait come back at the same moment.
      await new Promise((done) => setTimeout(done, 1_000 * (seconds + 2 * Math.random())));
    }
  } catch {
    // Nobody answered, or nobody that we know.
  }
  return failed;
}
