import type { Row } from "../../../../components/import/row.ts";

/** Cents by which a row moves the balance: positive if they came in. Undefined for a row without amount or balance. */
export type Movement = { cents: number; balance: number } | undefined;

/** Whether the balance of the row before moves by the amount (1), by its opposite (-1), or otherwise (0). */
const stepFrom = (before: Movement, movement: Movement): number => {
  if (!before || !movement || movement.cents === 0) return 0;
  const step = movement.balance - before.balance;
  return Math.abs(step) === Math.abs(movement.cents) ? Math.sign(step * movement.cents) : 0;
};

/** The rows that move their balance the other way than they are read, in the order of days that fits more rows. */
export function contradictedRows(rows: readonly Row[], movementOf: (row: Row) => Movement): Set<Row> {
  const movements = rows.map(movementOf);
  const oldestFirst = movements.map((movement, at) => stepFrom(movements[at - 1], movement));
  const newestFirst = movements.map((movement, at) => stepFrom(movements[at + 1], movement));
  const fits = (steps: readonly number[]) => steps.filter((step) => step !== 0).length;
  const [first, last] = [fits(oldestFirst), fits(newestFirst)];
  if (first === last) return new Set();
  const steps = first > last ? oldestFirst : newestFirst;
  return new Set(rows.filter((_, at) => steps[at] === -1));
}
