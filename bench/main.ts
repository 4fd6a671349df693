/** `npm run bench [name …]`: measures, prints each figure beside its budget, and writes bench/results.json. */
import { writeFileSync } from "node:fs";
import { type Figure, holds } from "./figure.ts";

const benches: Record<string, () => Promise<{ measure(): Promise<Figure[]> }>> = {
  functions: () => import("./functions.ts"),
  admin: () => import("./admin.ts"),
  writes: () => import("./writes.ts"),
  slow: () => import("./slow.ts"),
  dashboard: () => import("./dashboard.ts"),
  reminders: () => import("./reminders.ts"),
  site: () => import("./site.ts"),
  start: () => import("./start.ts"),
  house: () => import("./house.ts"),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}: choose from ${Object.keys(benches).join(", ")}.`);
  process.exit(1);
}

const secondsSince = (instant: number) => Math.round((performance.now() - instant) / 1_000);
const number = (value: number) => String(Math.round(value * 1_000) / 1_000);
const figures: Figure[] = [];
for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const began = performance.now();
  const measured = await (await load()).measure();
  console.info(`\n${name}, in ${secondsSince(began)} s`);
  for (const figure of measured) {
    const sign = figure.atLeast ? "≥" : "≤";
    const verdict = holds(figure) ? "holds" : "BROKEN";
    console.info(
      `  ${figure.what.padEnd(64)} ${number(figure.found).padStart(10)} ${sign} ${number(figure.budget)} ${figure.unit}  ${verdict}`,
    );
    figures.push(figure);
  }
}
writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);
console.info(`\n${secondsSince(0)} s in all`);
process.exit(figures.every(holds) ? 0 : 1);
