import * as company from "../../shared/company.ts";
import type { Fact } from "../../shared/fact.ts";
import { cases } from "./content/cases.ts";
import * as contact from "./content/contact.ts";
import { offers } from "./content/offers.ts";
import * as portfolio from "./content/portfolio.ts";
import * as privacy from "./content/privacy.ts";
import { solutions } from "./content/solutions.ts";
import * as terms from "./content/terms.ts";

type Content = Record<string, Record<string, unknown>>;

const site: Content = {
  "shared/company.ts": company,
  "frontend/site/content/cases.ts": cases,
  "frontend/site/content/contact.ts": contact,
  "frontend/site/content/offers.ts": Object.fromEntries(
    Object.entries(offers).map(([id, { offer }]) => [`${id}.offer`, offer]),
  ),
  "frontend/site/content/portfolio.ts": portfolio,
  "frontend/site/content/privacy.ts": privacy,
  "frontend/site/content/solutions.ts": Object.fromEntries(
    solutions.map(({ id, link }) => [`${id}.link`, link]),
  ),
  "frontend/site/content/terms.ts": terms,
};

const isFact = (value: unknown): value is Fact<unknown> =>
  typeof value === "object" && value !== null && "value" in value;

/** The placeholders in content files, one line each. */
export const placeholdersIn = (content: Content): string[] =>
  Object.entries(content).flatMap(([file, facts]) =>
    Object.entries(facts).flatMap(([name, value]) =>
      isFact(value) && value.ask !== undefined ? [`${file}  ${name}: ${value.ask}`] : [],
    ),
  );

/** All placeholders left. */
export const placeholdersLeft = (): string[] => placeholdersIn(site);

/** Stops a public deployment that would show sample people and clients as real. */
export function refusePlaceholders(placeholders: string[] = placeholdersLeft()): void {
  if (placeholders.length === 0) return;
  throw new Error(
    `The site still shows ${placeholders.length} sample facts. Replace each placeholder(…) with fact(…), or set "allowPlaceholders": true in stages.json:\n${placeholders.join("\n")}`,
  );
}

if (import.meta.main) {
  if (process.argv.includes("--refuse")) refusePlaceholders();
  console.info(placeholdersLeft().join("\n") || "No placeholders are left.");
}
