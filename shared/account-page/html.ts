import { escapeHtml } from "../emails/email.ts";
import type { Language } from "../languages.ts";
import { style } from "./style.ts";

/** Text that is HTML already. */
export type Html = { html: string };
type Value = Html | string | number | false | undefined | readonly Value[];

const textOf = (value: Value): string => {
  if (value === undefined || value === false) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return "html" in value ? value.html : value.map(textOf).join("");
};

/** A template for HTML: every value is escaped, unless it comes from such a template. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => ({
  html: parts.map((part, index) => part + textOf(values[index])).join(""),
});

type DocumentOptions = {
  refreshSeconds?: number | undefined;
  moreStyle?: string;
  /** Needed if the page has no address on the site. */
  site?: string | undefined;
};

/** The page around `content`. It can be read without the script, which only shows the button for printing. */
export const documentOf = (
  title: string,
  language: Language,
  content: Html,
  { refreshSeconds, moreStyle, site = "" }: DocumentOptions = {},
): string =>
  html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
${refreshSeconds && html`<meta http-equiv="refresh" content="${refreshSeconds};url=?">`}<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><link rel="icon" href="${site}/favicon.ico">
<style>${{ html: style }}</style>${moreStyle && html`<style>${{ html: moreStyle }}</style>`}<script src="${site}/account.js" defer></script></head>
<body><main>${content}</main></body></html>
`.html;
