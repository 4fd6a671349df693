import { readFileSync } from "node:fs";
import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React's style of attributes and void elements is valid HTML.
    "attr-case": "off",
    // The text of telephone links is more than the number.
    "tel-non-breaking": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "attr-quotes": "off",
    "no-inline-style": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
    "doctype-style": "off",
  },
});

test("each page is valid HTML as served", async () => {
  for (const file of ["index.html", "admin.html", "privacy.html"]) {
    const report = await validator.validateString(readFileSync(`build/frontend/${file}`, "utf8"));
    const found = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(found, file).toEqual([]);
  }
});

test("the site's script loads after everything visible", () => {
  const html = readFileSync("build/frontend/index.html", "utf8");
  expect(html).toMatch(/<\/aside>.*<script type="module" [^>]*fetchpriority="low"><\/script><\/body>/s);
  expect(html.match(/<script type="module"/g)).toHaveLength(1);
});
