import { describe, expect, test } from "vitest";
import { EmailName } from "../reminders/reminder.ts";
import { unsavedSettings } from "../settings/settings.ts";
import { exampleEmail } from "./examples.ts";

// The HTML and CSS that the most common email programs support, by caniemail.com: Gmail, Apple Mail and Outlook. Outlook
// for Windows renders with Word.

/** Supported by all. */
const supported = [
  "color",
  "background-color",
  "font-family",
  "font-size",
  "font-weight",
  "line-height",
  "text-decoration",
  "border",
  "border-bottom",
  "border-top",
  "border-left",
  "border-collapse",
  "vertical-align",
  "width",
  "height",
  "margin",
  "padding",
  "padding-right",
];
/** Not supported by all, without harm. */
const optional = {
  "border-radius": "Outlook for Windows draws corners",
  "max-width": "Outlook for Windows uses the attribute `width`, which is also set",
  "white-space": "amounts are short enough for the narrowest phone",
  "word-break": "Gmail and Outlook for Windows break long words anyway",
};
const tags = [
  "html",
  "head",
  "meta",
  "title",
  "style",
  "body",
  "table",
  "tr",
  "td",
  "p",
  "a",
  "br",
  "span",
  "img",
];

/** Gmail cuts longer emails and drops longer style sheets. */
const MAX_EMAIL_BYTES = 102_000;
const MAX_STYLE_LENGTH = 16_000;

const company = {
  ...unsavedSettings,
  company_name: "Mwamba Software",
  company_address: "Ngong Road\nNairobi",
  company_phone: "+254 700 000000",
  company_email: "hello@mwamba.example",
  logo_url: "https://www.mwamba.example/logo.png",
  mpesa_paybill: "522522",
  mpesa_till: "5123456",
  default_currency: "KES" as const,
  bank_name: "Example Bank",
  bank_account_number: "0123456789",
  payment_note: "Please send us the confirmation.",
};

type Tag = { name: string; attributes: Map<string, string>; css: [property: string, value: string][] };

function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z]+)([^>]*)>/g)].map(([, name = "", rest = ""]) => {
    const attributes = new Map(
      [...rest.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [key, value]),
    );
    const css = (attributes.get("style") ?? "").split(";").filter(Boolean);
    return {
      name,
      attributes,
      css: css.map((declaration) => declaration.split(/:(.*)/) as [string, string]),
    };
  });
}

describe.each(EmailName.options)("the email %s in Gmail, Outlook and Apple Mail", (name) => {
  const { html } = exampleEmail(name, company, "2027-01-05");
  const elements = tagsOf(html);

  test("uses only supported tags and CSS", () => {
    expect([...new Set(elements.map((tag) => tag.name))].filter((tag) => !tags.includes(tag))).toEqual([]);
    const properties = new Set(elements.flatMap(({ css }) => css.map(([property]) => property)));
    const known = [...supported, ...Object.keys(optional)];
    expect([...properties].filter((property) => !known.includes(property))).toEqual([]);
    for (const { css } of elements)
      for (const [, value] of css) expect(value).not.toMatch(/flex|grid|url\(|var\(|calc\(|clamp\(/);
  });

  test("has padding only on table cells, no margins, and explicit table attributes", () => {
    for (const tag of elements) {
      const padded = tag.css.filter(([property, value]) => property.startsWith("padding") && value !== "0");
      if (tag.name !== "td") expect(padded).toEqual([]);
      for (const [property, value] of tag.css)
        if (property === "margin") expect([tag.name, value]).toEqual([tag.name, "0"]);
      if (tag.name === "table")
        for (const [key, value] of Object.entries({
          role: "presentation",
          cellpadding: "0",
          cellspacing: "0",
          border: "0",
        }))
          expect(tag.attributes.get(key)).toBe(value);
      if (tag.css.some(([property]) => property === "max-width"))
        expect([...tag.attributes.keys()].some((key) => key === "width" || key === "height")).toBe(true);
    }
    expect(elements.find(({ attributes }) => attributes.get("width") === "600")?.name).toBe("table");
  });

  test("keeps Gmail's limits, and its colours without the style sheet", () => {
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_EMAIL_BYTES);
    const [, sheet = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(sheet.length).toBeLessThan(MAX_STYLE_LENGTH);
    expect(sheet.match(/@[a-z-]+/g)).toEqual(["@media"]);
    for (const { name, attributes, css } of elements)
      if (attributes.has("bgcolor"))
        expect([name, new Map(css).get("background-color")]).toEqual([name, attributes.get("bgcolor")]);
  });
});

test("a logo must be https, and its alt text is the name", () => {
  const logoOf = (logo_url: string) =>
    tagsOf(exampleEmail("upcoming", { ...company, logo_url }, "2027-01-05").html).filter(
      ({ name }) => name === "img",
    );
  for (const unsafe of [
    "",
    "/logo.svg",
    "http://www.mwamba.example/logo.png",
    "javascript:alert(1)",
    'https://x.example/"onerror="',
  ])
    expect(logoOf(unsafe)).toEqual([]);
  const [logo] = logoOf(company.logo_url);
  expect(logo?.attributes.get("src")).toBe(company.logo_url);
  expect(logo?.attributes.get("alt")).toBe("Mwamba Software");
  expect(logo?.attributes.get("height")).toBe("48");
});
