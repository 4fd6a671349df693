import * as company from "./content/company.ts";
import type { Fact } from "./content/fact.ts";
import * as portfolio from "./content/portfolio.ts";
import { solutions } from "./content/solutions.ts";

const folder = "frontend/site/content";

const facts: Record<string, Record<string, unknown>> = {
  [`${folder}/company.ts`]: company,
  [`${folder}/portfolio.ts`]: portfolio,
  [`${folder}/solutions.ts`]: Object.fromEntries(solutions.map(({ id, link }) => [`${id}.link`, link])),
};

const isFact = (value: unknown): value is Fact<unknown> =>
  typeof value === "object" && value !== null && "value" in value;

/** What the site still asks of its owner, a line each. The address of the site can also come from VITE_SITE_URL. */
export function placeholdersLeft(environment: { VITE_SITE_URL?: string } = process.env): string[] {
  return Object.entries(facts).flatMap(([file, content]) =>
    Object.entries(content).flatMap(([name, value]) => {
      if (!isFact(value) || value.ask === undefined) return [];
      if (value === company.site && environment.VITE_SITE_URL) return [];
      return [`${file}  ${name}: ${value.ask}`];
    }),
  );
}

/** Sample people and sample clients must never be shown to the public as real. */
export function refusePlaceholders(): void {
  const left = placeholdersLeft();
  if (left.length === 0) return;
  throw new Error(
    `The site still shows ${left.length} sample facts. Replace each placeholder(…) by fact(…):\n${left.join("\n")}`,
  );
}

if (import.meta.main) {
  const left = placeholdersLeft();
  console.info(left.length === 0 ? "No placeholder is left." : left.join("\n"));
}
