import type { Span } from "../../../shared/day-span.ts";

// The dialog that emails a statement has the client in its address, and the days if a statement is on the screen.

export const statementDialogValue = (id: string, { from, to }: Span): string => [id, from, to].join(".");

export function statementAsked(value: string): { id: string; span?: Span } {
  const [id = "", from, to] = value.split(".");
  return { id, ...(from && to && { span: { from, to } }) };
}
