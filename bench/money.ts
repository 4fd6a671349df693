import { playHistories } from "../test/models/money-model.ts";
import type { Figure } from "./figure.ts";

const HISTORIES = 20_000;
const PART = 1_000;

/** Random histories of clients: payments, corrections, changes, pauses, daily runs. Ends with the first wrong cent. */
export async function measure(): Promise<Figure[]> {
  const seed = Date.now() % 2 ** 31;
  console.info(`  seed ${seed}`);
  let operations = 0;
  for (let played = 0; played < HISTORIES; played += PART) operations += playHistories(PART, seed + played);
  return [
    {
      name: "money: operations after which every screen is exact",
      unit: "operations",
      value: operations,
      budget: HISTORIES * 5,
      atLeast: true,
    },
  ];
}
