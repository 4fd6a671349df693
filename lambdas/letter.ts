import type { Letter } from "./mail.ts";

/** One part of a letter; each kind is written once and set twice, as plain text and as HTML. */
export type Part =
  | { paragraph: string }
  /** Typed by somebody over several lines, kept as they typed it. */
  | { quotation: string }
  /** The one thing that matters, set large. */
  | { figure: string }
  | { facts: [label: string, value: string][] };

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

const asText = (part: Part): string => {
  if ("paragraph" in part) return part.paragraph;
  if ("figure" in part) return part.figure;
  if ("quotation" in part) return part.quotation.replace(/^/gm, "> ");
  return part.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
};

const asHtml = (part: Part): string => {
  if ("paragraph" in part) return `<p style="margin:0 0 16px">${escapeHtml(part.paragraph)}</p>`;
  if ("figure" in part) {
    return `<p style="margin:0 0 16px;font-size:32px;line-height:1.2;font-weight:600">${escapeHtml(part.figure)}</p>`;
  }
  if ("quotation" in part) {
    return `<p style="margin:0 0 16px;padding-left:16px;border-left:3px solid #0e5a47;white-space:pre-wrap">${escapeHtml(part.quotation)}</p>`;
  }
  const rows = part.facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${rows.join("")}</table>`;
};

/**
 * Sets a letter: 600 px, one column, the reader's own face and colour scheme, nothing remote.
 * `from` stands under it, as the one who writes.
 */
export function letter(subject: string, parts: Part[], from: string): Letter {
  const signed: Part[] = [...parts, { paragraph: from }];
  return {
    subject,
    text: `${signed.map(asText).join("\n\n")}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif">',
      `<div style="max-width:600px;margin:0 auto">${signed.map(asHtml).join("")}</div></body></html>`,
    ].join(""),
  };
}
