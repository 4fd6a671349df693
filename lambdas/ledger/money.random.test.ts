import { expect, test } from "vitest";
import { playHistories } from "../../test/models/money-model.ts";

// `npm run bench money` plays forty times as many.
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test(`after any operations every cent is accounted for, and every screen says so (seed ${seed})`, () => {
  expect(playHistories(500, seed)).toBeGreaterThan(5_000);
});
