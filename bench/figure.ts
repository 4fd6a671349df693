/** One measured figure beside its budget; it holds while it is no greater (or, for a score, no smaller). */
export type Figure = {
  what: string;
  unit: string;
  found: number;
  budget: number;
  /** For scores, where more is better. */
  atLeast?: true;
};

export const holds = ({ found, budget, atLeast }: Figure): boolean =>
  atLeast ? found >= budget : found <= budget;

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle];
  if (upper === undefined || lower === undefined) throw new Error("There is no median of nothing.");
  return (upper + lower) / 2;
}
