import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { name, shortName } from "../../shared/company.ts";
import { fact, placeholder } from "../../shared/fact.ts";
import { placeholdersIn, placeholdersLeft, refusePlaceholders } from "./placeholders.ts";

test("every placeholder is listed with its file, its name and its question", () => {
  const placeholders = placeholdersIn({
    "shared/company.ts": {
      phone: placeholder("The number", "+254 700 000 000"),
      city: fact("Nairobi, Kenya"),
      link: "tel:+254700000000",
    },
    "frontend/site/content/portfolio.ts": { clients: placeholder("Their names", []) },
  });
  expect(placeholders).toEqual([
    "shared/company.ts  phone: The number",
    "frontend/site/content/portfolio.ts  clients: Their names",
  ]);
});

test("a public deployment is refused while placeholders are left", () => {
  expect(() => refusePlaceholders(["company.ts  phone: The number"])).toThrow(/company\.ts {2}phone/);
  expect(() => refusePlaceholders([])).not.toThrow();
});

test("the company's name is written in one file only", () => {
  const asks = placeholdersLeft().filter((line) => line.startsWith("shared/company.ts  name:"));
  expect(asks.length).toBe(name.ask === undefined ? 0 : 1);
  const files = globSync("{shared,lambdas,frontend}/**/*.{ts,tsx,html}", {
    exclude: (path) => /\.test\.tsx?$/.test(path),
  });
  const named = files.filter((file) => readFileSync(file, "utf8").includes(shortName));
  expect(named).toEqual(["shared/company.ts"]);
});
