import { parseCsv } from "../frontend/admin/components/import/parse-csv.ts";
import { lookupsOf } from "../shared/billing/matching/lookups.ts";
import { isBlank } from "../shared/blank.ts";
import { normalizeLine, normalizeText } from "../shared/characters.ts";
import { parsePhone } from "../shared/imports/phones.ts";
import { parseCents, parseCurrency } from "../shared/parse-amount.ts";
import { parseDay } from "../shared/parse-day.ts";
import { isMailable, Text } from "../shared/text.ts";
import { repeated, textFields, units } from "../test/hostile/fields.ts";
import { type Figure, median } from "./figure.ts";

const BYTES = 32 * 1024;
const RUNS = 3;
const ATTEMPTS = 5;
/** A run is repeated until it has taken this long, so that it can be measured. */
const RUN_MS = 2;
/** Where reading a whole body takes less, its growth does not matter. */
const NEGLIGIBLE_MS = 0.3;
const BUDGET = 2.5;

type Reading = (text: string) => unknown;

const statementLine = { paid_on: "2026-11-18", amount: 1, currency: "KES", method: "mpesa" } as const;

/** How the time to read hostile text grows when the text doubles: for every schema of a body, and for what reads text without them. */
export async function measure(): Promise<Figure[]> {
  const schemas = Map.groupBy(textFields, ({ route }) => route);
  return [
    ...[...schemas].map(([route, fields]) =>
      figureOf(
        route,
        fields.map(({ path, schema, bodyWith }): [string, Reading] => [
          path,
          (text) => schema.safeParse(bodyWith(text)),
        ]),
      ),
    ),
    figureOf("text, whatever its length", [
      ["normalizeText", normalizeText],
      ["normalizeLine", normalizeLine],
      ["stored", (text) => Text.safeParse(text)],
      ["isBlank", isBlank],
      ["lookupsOf", (text) => lookupsOf({ ...statementLine, payer: text, account: text, details: text })],
      ["isMailable", isMailable],
    ]),
    figureOf("a file", [
      ["parseCsv", (text) => parseCsv(text, ",")],
      ["parseCsv, quoted", (text) => parseCsv(`"${text}"`, ",")],
      ["parseCents", parseCents],
      ["parseCurrency", parseCurrency],
      ["parseDay", (text) => parseDay(text, "dmy")],
      ["parsePhone", parsePhone],
    ]),
  ];
}

/** The worst growth of all readings, by all hostile units; the first beyond the budget is enough. */
function figureOf(what: string, readings: [string, Reading][]): Figure {
  let grown = { name: "", unit: "", growth: 0 };
  for (const [name, read] of readings)
    for (const unit of units) {
      if (grown.growth > BUDGET) break;
      const growth = growthOf(read, unit);
      if (growth > grown.growth) grown = { name, unit, growth };
    }
  const where =
    grown.growth > 0 ? `${grown.name}, ${JSON.stringify(grown.unit)}` : `under ${NEGLIGIBLE_MS} ms`;
  return { name: `${what} (${where})`, unit: "times", value: grown.growth, budget: BUDGET };
}

/** How many times as long twice the text takes; 0 where the time is negligible. A busy machine gets another chance. */
function growthOf(read: Reading, unit: string): number {
  const once = repeated(unit, BYTES);
  const twice = repeated(unit, 2 * BYTES);
  const timeOf = (text: string, leastMs: number) =>
    median(Array.from({ length: RUNS }, () => millisecondsOf(read, text, leastMs)));
  if (timeOf(twice, 0) < NEGLIGIBLE_MS) return 0;
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && growth > BUDGET; attempt += 1)
    growth = Math.min(growth, timeOf(twice, RUN_MS) / timeOf(once, RUN_MS));
  return growth;
}

/** One reading's share of repeated ones, in this thread's own processor time: other programs do not count. */
function millisecondsOf(read: Reading, text: string, leastMs: number): number {
  const began = process.threadCpuUsage();
  let readings = 0;
  let spent = 0;
  do {
    read(text);
    readings += 1;
    const { user, system } = process.threadCpuUsage(began);
    spent = (user + system) / 1_000;
  } while (spent < leastMs);
  return spent / readings;
}
