import type { EnvironmentOptions } from "aws-local";

type Template = NonNullable<EnvironmentOptions["template"]>;
type Properties = { Environment?: { Variables?: Record<string, unknown> } };

const MAX_SECONDS = 900;

/** Changes how long receipts wait, so that a person or a test need not wait ten minutes. */
export const receiptsAfter =
  (seconds: number): Template =>
  (template) => {
    for (const { Properties = {} } of Object.values(template.Resources)) {
      const variables = (Properties as Properties).Environment?.Variables;
      if (variables && "RECEIPT_DELAY_SECONDS" in variables)
        variables.RECEIPT_DELAY_SECONDS = String(seconds);
    }
    return template;
  };

/** `0s`, `90s`, `10m`. @throws if it is no time, or longer than the queue allows */
export function secondsIn(text: string): number {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(text) ?? [];
  const seconds = Number(count) * (unit === "m" ? 60 : 1);
  if (!(seconds <= MAX_SECONDS)) throw new Error(`“${text}” is not a time from 0s to 15m.`);
  return seconds;
}
