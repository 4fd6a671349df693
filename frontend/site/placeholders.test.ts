import { expect, test } from "vitest";
import { fact, placeholder } from "./content/fact.ts";
import { placeholdersIn, placeholdersLeft, refusePlaceholders } from "./placeholders.ts";

test("every sample fact is listed with its file, its name and what is wanted", () => {
  const left = placeholdersIn({
    "company.ts": {
      phone: placeholder("The number", "+254 700 000 000"),
      city: fact("Nairobi, Kenya"),
      link: "tel:+254700000000",
    },
    "portfolio.ts": { clients: placeholder("Their names", []) },
  });
  expect(left).toEqual([
    "frontend/site/content/company.ts  phone: The number",
    "frontend/site/content/portfolio.ts  clients: Their names",
  ]);
});

test("an address given to the build answers the question for it", () => {
  const lines = placeholdersLeft({ VITE_SITE_URL: "https://software.example" });
  expect(lines.filter((line) => line.includes("  site:"))).toEqual([]);
});

test("a public deployment is refused with the list while samples are left, and only then", () => {
  expect(() => refusePlaceholders(["company.ts  phone: The number"])).toThrow(/company\.ts {2}phone/);
  expect(() => refusePlaceholders([])).not.toThrow();
});
