import { ANSWER_HOURS } from "../../../../shared/messages/contact-form.ts";
import type { Tone } from "../../../../shared/tone.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The last hours before the deadline are marked. */
const SOON_MS = 4 * HOUR_MS;

type AnswerClock = { tone: Tone; text: string };

/** Milliseconds until the promised answer is overdue; negative when it is. */
export const timeLeft = (receivedAt: string, now: number): number =>
  Date.parse(receivedAt) + ANSWER_HOURS * HOUR_MS - now;

/** The remaining time as text, rounded down, so that the text never promises more time than is left. */
export function answerClock(receivedAt: string, now: number): AnswerClock {
  const msLeft = timeLeft(receivedAt, now);
  if (msLeft <= 0)
    return { tone: "overdue", text: -msLeft < MINUTE_MS ? "overdue now" : `${span(-msLeft)} overdue` };
  return {
    tone: msLeft < SOON_MS ? "soon" : "quiet",
    text: msLeft < MINUTE_MS ? "answer now" : `answer within ${span(msLeft)}`,
  };
}

function span(milliseconds: number): string {
  if (milliseconds < HOUR_MS) return `${Math.floor(milliseconds / MINUTE_MS)} min`;
  if (milliseconds < 72 * HOUR_MS) return `${Math.floor(milliseconds / HOUR_MS)} h`;
  return `${Math.floor(milliseconds / (24 * HOUR_MS))} days`;
}
