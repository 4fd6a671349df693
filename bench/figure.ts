/** A measured value and its budget, which is a maximum unless `atLeast` is set. */
export type Figure = {
  name: string;
  unit: string;
  value: number;
  budget: number;
  atLeast?: true;
};

/** Prints a value without a budget. */
export const print = (name: string, value: string) =>
  console.info(`  ${name.padEnd(64)} ${value.padStart(10)}`);

export const isWithinBudget = ({ value, budget, atLeast }: Figure): boolean =>
  atLeast ? value >= budget : value <= budget;

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle];
  if (upper === undefined || lower === undefined) throw new Error("There are no values.");
  return (upper + lower) / 2;
}
