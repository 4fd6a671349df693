/** `npm run bench [name …]`: measures, prints each figure with its budget, and writes bench/results.json. */
import { writeFileSync } from "node:fs";
import { type Figure, isWithinBudget } from "./figure.ts";

const benches: Record<string, () => Promise<{ measure(): Promise<Figure[]> }>> = {
  site: () => import("./site.ts"),
  admin: () => import("./admin.ts"),
  functions: () => import("./functions.ts"),
  size: () => import("./size.ts"),
  dashboard: () => import("./dashboard.ts"),
  money: () => import("./money.ts"),
  writes: () => import("./writes.ts"),
  imports: () => import("./imports.ts"),
  reminders: () => import("./reminders.ts"),
  numbers: () => import("./numbers.ts"),
  pdf: () => import("./pdf.ts"),
  callbacks: () => import("./callbacks.ts"),
  start: () => import("./start.ts"),
  input: () => import("./input.ts"),
  house: () => import("./house.ts"),
};

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. Choose from ${Object.keys(benches).join(", ")}.`);
  process.exit(1);
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 1_000);
const format = (value: number) => String(Math.round(value * 1_000) / 1_000);
const figures: Figure[] = [];
for (const [name, load] of Object.entries(benches)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  const start = performance.now();
  const measured = await (await load()).measure();
  console.info(`\n${name}, in ${secondsSince(start)} s`);
  for (const figure of measured) {
    const sign = figure.atLeast ? "≥" : "≤";
    const result = isWithinBudget(figure) ? "ok" : "OVER BUDGET";
    console.info(
      `  ${figure.name.padEnd(64)} ${format(figure.value).padStart(10)} ${sign} ${format(figure.budget)} ${figure.unit}  ${result}`,
    );
    figures.push(figure);
  }
}
writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);
console.info(`\n${secondsSince(0)} s in all`);
process.exit(figures.every(isWithinBudget) ? 0 : 1);
