import { api } from "../shared/api/api.ts";
import { omit } from "../shared/omit.ts";
import { meterOf } from "../test/product/meter.ts";
import { companyProfile } from "../test/product/reminder-product.ts";
import { SIZES, startLargeCompany } from "./company.ts";
import type { Figure } from "./figure.ts";
import { answered, examplesOf, type Key, plainExample } from "./size-examples.ts";

// Every route of the API at three sizes of the company. A route whose request is refused, or that has no example, fails.

/** Jobs of queues go on after the answer. */
const jobs = /^(Billing|Reminders|Messages|Retention)/;
const measured = omit(api, "paybill");
const keys = Object.values(measured).flatMap((routes) => Object.keys(routes)) as Key[];

type Cost = { units: number; rounds: number; bytes: number };

export async function measure(): Promise<Figure[]> {
  const bySize: Map<Key, Cost>[] = [];
  for (const size of SIZES) bySize.push(await measureRoutes(size));
  console.info(
    `\nunits · sequential calls · bytes with ${SIZES.map((size) => size.toLocaleString("en")).join(", ")} clients`,
  );
  const growing = keys.filter((key) => {
    const costs = bySize.map((costsOfSize) => costsOfSize.get(key) as Cost);
    const grows = growthOf(costs) > MAX_GROWTH;
    const texts = costs.map(({ units, rounds, bytes }) => `${units} · ${rounds} · ${bytes}`.padStart(24));
    console.info(`  ${key.padEnd(58)}${texts.join("")}${grows ? `  ${expected[key] ?? "GROWS"}` : ""}`);
    return grows && !expected[key];
  });
  return [
    {
      name: "routes that cost more although their answer is no longer",
      unit: "routes",
      value: growing.length,
      budget: 0,
    },
  ];
}

/** Why a route may cost more although its answer is no longer. */
const expected: Partial<Record<Key, string>> = {
  "POST /api/v1/send-notifications": "looks through what is due",
  "POST /api/v1/people/search": "reads everything, a page at a time",
  "GET /api/v1/calendar/{id}/{secret}": "names up to 2,000 clients",
};

const MAX_GROWTH = 1.5;
/** Smaller costs vary: which counter row is read, which page ends where. */
const NOTHING: Cost = { units: 20, rounds: 6, bytes: 1_000 };

/** How much more a route costs at the largest size than its answer is longer. */
function growthOf(costs: readonly Cost[]): number {
  const [least, most] = [costs[0], costs.at(-1)] as [Cost, Cost];
  const growth = (name: keyof Cost) =>
    Math.max(most[name], NOTHING[name]) / Math.max(least[name], NOTHING[name]);
  return Math.max(growth("units"), growth("rounds")) / Math.max(1, growth("bytes"));
}

async function measureRoutes(size: number): Promise<Map<Key, Cost>> {
  const start = performance.now();
  const each = { subscriptions: 2, payments: 5 };
  const { product, call, subscriptions } = await startLargeCompany(size, companyProfile, each);
  try {
    console.info(`${size} clients seeded in ${Math.round((performance.now() - start) / 1_000)} s`);
    const examples = examplesOf({ product, call, subscriptions });
    const meter = meterOf(product, jobs);
    const costs = new Map<Key, Cost>();
    for (const key of keys) {
      const { as = call, ...input } = await (examples[key]?.() ?? plainExample(key));
      await product.idle();
      let bytes = 0;
      const cost = await meter(async () => {
        bytes = JSON.stringify(
          await answered(as(key, input)).catch((error: Error) => {
            throw new Error(`${key}: ${error.message}`);
          }),
        ).length;
      });
      costs.set(key, { ...cost, bytes });
    }
    return costs;
  } finally {
    await product.stop();
  }
}
