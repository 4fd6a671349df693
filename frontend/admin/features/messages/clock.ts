import { answerHours } from "../../../../shared/contact-form.ts";
import type { Tone } from "../../components/ui/Badge.tsx";

const minute = 60_000;
const hour = 60 * minute;

/** From here on an answer is pressing. */
const soon = 4 * hour;

export type AnswerClock = { tone: Tone; text: string };

/** Milliseconds until the promised answer is late; negative once it is. */
export const timeLeft = (receivedAt: string, now: number): number =>
  Date.parse(receivedAt) + answerHours * hour - now;

/** What is left of the promised time, in words. Rounded down: whoever keeps to the words keeps the promise. */
export function answerClock(receivedAt: string, now: number): AnswerClock {
  const left = timeLeft(receivedAt, now);
  if (left <= 0) return { tone: "overdue", text: -left < minute ? "overdue now" : `${span(-left)} overdue` };
  return {
    tone: left < soon ? "soon" : "quiet",
    text: left < minute ? "answer now" : `answer within ${span(left)}`,
  };
}

function span(milliseconds: number): string {
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} min`;
  if (milliseconds < 72 * hour) return `${Math.floor(milliseconds / hour)} h`;
  return `${Math.floor(milliseconds / (24 * hour))} days`;
}
