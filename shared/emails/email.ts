/** An email as it is mailed: the same words as plain text and as HTML. */
export type Email = { subject: string; text: string; html: string };

/** One part of an email; each kind is written once and set twice. */
export type Part =
  | { paragraph: string }
  | { heading: string }
  /** Typed by somebody over several lines, kept as they typed it. */
  | { quotation: string }
  /** The one thing that matters, set large. */
  | { figure: string }
  | { facts: [label: string, value: string][] }
  /** What to press, and where that leads; never something that people typed. */
  | { button: string; href: string }
  /** A list of which each line has something at its end, such as an amount. */
  | { rows: { name: string; end: string; below?: string }[] };

/** Who writes: a name, and under it how to reach them. */
export type Writer = { name: string; lines: string[] };

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
  if ("heading" in part) return part.heading.toUpperCase();
  if ("figure" in part) return part.figure;
  if ("button" in part) return `${part.button}: ${part.href}`;
  if ("quotation" in part) return part.quotation.replace(/^/gm, "> ");
  if ("facts" in part) return part.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  return part.rows
    .map(
      ({ name, end, below }) => `- ${[name, end].filter(Boolean).join(", ")}${below ? `\n  ${below}` : ""}`,
    )
    .join("\n");
};

// Outlook sets emails with Word, which knows tables, attributes and inline styles; the classes are for dark mode.
const cell = "padding:6px 0;vertical-align:top;border-bottom:1px solid #e5e0d5";
const block = (style: string, content: string, kind = "") =>
  `<p${kind && ` class="${kind}"`} style="margin:0 0 16px;${style}">${content}</p>`;
const table = (rows: string[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-collapse:collapse;font-size:16px;line-height:24px">${rows.join("")}</table>`;

const asHtml = (part: Part): string => {
  if ("paragraph" in part) return block("", escapeHtml(part.paragraph));
  if ("heading" in part) return block("font-weight:600;padding-top:8px", escapeHtml(part.heading));
  if ("figure" in part) {
    return block(
      "font-size:36px;line-height:44px;font-weight:600;color:#0e5a47",
      escapeHtml(part.figure),
      "figure",
    );
  }
  if ("button" in part) {
    const link = `<a href="${escapeHtml(part.href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0e5a47;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(part.button)}</a>`;
    return (
      block("", link) +
      block("font-size:14px;color:#5b6a65;word-break:break-all", escapeHtml(part.href), "faint")
    );
  }
  if ("quotation" in part) {
    const lines = escapeHtml(part.quotation).replace(/\r\n?|\n/g, "<br>");
    return block("padding-left:16px;border-left:3px solid #0e5a47", lines, "quotation");
  }
  if ("facts" in part) {
    return table(
      part.facts.map(
        ([label, value]) =>
          `<tr><td class="rule faint" width="120" style="${cell};padding-right:16px;color:#5b6a65">${escapeHtml(label)}</td><td class="rule" style="${cell};word-break:break-word;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
      ),
    );
  }
  return table(
    part.rows.map(
      ({ name, end, below }) =>
        `<tr><td class="rule" style="${cell};padding-right:16px;word-break:break-word;overflow-wrap:anywhere">${escapeHtml(name)}${below ? `<br><span class="faint" style="font-size:14px;color:#5b6a65">${escapeHtml(below)}</span>` : ""}</td><td class="rule" align="right" style="${cell};white-space:nowrap;font-variant-numeric:tabular-nums">${escapeHtml(end)}</td></tr>`,
    ),
  );
};

// Readers that can tell us so get the dark colours of the family; the others turn the light ones round themselves.
const darkStyle = [
  "@media (prefers-color-scheme:dark){",
  ".paper{background:#101a17!important;color:#e9efeb!important}",
  ".faint{color:#a3b1ab!important}",
  ".rule{border-color:#2b3a35!important}",
  ".figure{color:#8fd4b9!important}",
  "}",
].join("");

/**
 * Sets an email: 600 px, one column, the system's own face, nothing remote. Everything in it is text; what people
 * typed cannot become HTML.
 */
export function renderEmail(subject: string, parts: Part[], { name, lines }: Writer): Email {
  const signature = [name, ...lines.filter(Boolean)];
  const face = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  return {
    subject,
    text: `${[...parts.map(asText), signature.join("\n")].join("\n\n")}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width,initial-scale=1">',
      '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
      `<title>${escapeHtml(subject)}</title><style>${darkStyle}</style></head>`,
      '<body class="paper" style="margin:0;padding:0;background:#fbfaf6;color:#13231f">',
      '<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fbfaf6;color:#13231f"><tr><td align="center" style="padding:24px 16px">',
      `<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;${face};font-size:16px;line-height:24px">`,
      `<tr><td class="rule" align="left" style="padding:0 0 16px;border-bottom:1px solid #e5e0d5;font-weight:600">${escapeHtml(name)}</td></tr>`,
      `<tr><td align="left" style="padding:24px 0 8px">${parts.map(asHtml).join("")}</td></tr>`,
      ...(signature.length > 1
        ? [
            `<tr><td class="rule faint" align="left" style="padding:16px 0 0;border-top:1px solid #e5e0d5;font-size:14px;line-height:20px;color:#5b6a65">${signature.map(escapeHtml).join("<br>")}</td></tr>`,
          ]
        : []),
      "</table></td></tr></table></body></html>",
    ].join(""),
  };
}
