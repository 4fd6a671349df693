import type { Language } from "../languages.ts";

/** An email: the same content as plain text and as HTML. */
export type Email = { subject: string; text: string; html: string };

/** A part of an email; each kind is rendered as text and as HTML. */
export type Part =
  | { paragraph: string }
  | { heading: string }
  /** Typed text of several lines, unchanged. */
  | { quotation: string }
  /** The main figure, in large type. `late`: it is overdue. */
  | { figure: string; late?: boolean }
  /** The same for several amounts, which never break: a line each, in smaller type. */
  | { figures: string[]; late?: boolean }
  /** `stacked`: each value is below its label, for long labels. */
  | { facts: Facts; stacked?: true }
  /** A box with a title, blocks of facts and a note. */
  | { box: string; blocks: Block[]; note: string }
  /** The main action. The address is never typed by people. */
  | { button: string; href: string }
  /** A further action, as a text link. */
  | { link: string; href: string }
  /** A list; each row can have a value at its end, a line below and a link. A sum is bold. */
  | { rows: { name: string; end: string; below?: string; href?: string | undefined; isSum?: true }[] };

type Facts = [label: string, value: string][];

/** Facts that belong together; each value can be copied. */
export type Block = { title: string; facts: Facts; note?: string };

/** The sender: name, contact lines, and a logo, which is shown if its address is https. `language` defaults to English. */
export type Sender = { name: string; lines: string[]; logo?: string; language?: Language };

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

export const blockText = ({ title, facts, note }: Block): string =>
  [title, factLines(facts), note].filter(Boolean).join("\n");

const factLines = (facts: Facts) => facts.map(([label, value]) => `${label}: ${value}`).join("\n");

const asText = (part: Part): string => {
  if ("paragraph" in part) return part.paragraph;
  if ("heading" in part) return part.heading.toUpperCase();
  if ("figure" in part) return part.figure;
  if ("figures" in part) return part.figures.join("\n");
  if ("button" in part) return `${part.button}: ${part.href}`;
  if ("link" in part) return `${part.link}: ${part.href}`;
  if ("box" in part)
    return [part.box.toUpperCase(), ...part.blocks.map(blockText), part.note].filter(Boolean).join("\n\n");
  if ("quotation" in part) return part.quotation.replace(/^/gm, "> ");
  if ("facts" in part) return factLines(part.facts);
  return part.rows
    .map(
      ({ name, end, below, href }) =>
        `- ${[[name, end].filter(Boolean).join(", "), below, href].filter(Boolean).join("\n  ")}`,
    )
    .join("\n");
};

// Outlook renders with Word: tables, attributes, inline styles, and padding only on table cells. Classes are for dark mode.
const cell = "padding:6px 0;vertical-align:top;border-bottom:1px solid #e5e0d5";
const breakWords = "word-break:break-word";
const SUM_STYLE = ";font-weight:600";
const block = (style: string, content: string, kind = "") =>
  `<p${kind && ` class="${kind}"`} style="margin:0;${style}">${content}</p>`;
const opening = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"';
const table = (rows: string[]) =>
  `${opening} width="100%" style="border-collapse:collapse;font-size:16px;line-height:24px">${rows.join("")}</table>`;
/** Stacked rows, because Word gives tables no margins. */
const stack = (contents: string[]) =>
  table(contents.map((content) => `<tr><td align="left" style="padding:0 0 16px">${content}</td></tr>`));

/** Keeps a day, a telephone number or the number of a receipt or invoice on one line. */
const keepTogether = (text: string) =>
  text
    .replace(/\b\d{1,2} \p{L}{3} \d{4}\b|\+\d[\d ]{6,}\d/gu, (match) => match.replaceAll(" ", "\u00a0"))
    .replace(/\b([A-Z]{3}-)?\d{4}-\d{6}\b/g, '<span style="white-space:nowrap">$&</span>');
/** Lets a line break between currency and amount, so that the page stays narrow on a phone. */
const breakable = (amount: string) => amount.replaceAll("\u00a0", " ");
const withBreaks = (text: string) => keepTogether(escapeHtml(text)).replace(/\r\n?|\n/g, "<br>");

/** An amount, a day or an account number stays whole, also on the narrowest phone. */
const unbroken = (value: string): string =>
  /\d/.test(value) && value.length <= MAX_WHOLE_LENGTH ? value.replaceAll(" ", "\u00a0") : breakable(value);
const MAX_WHOLE_LENGTH = 17;

/** Several amounts are joined by a sign of their own. */
const valueHtml = (value: string): string => withBreaks(value.split(" + ").map(unbroken).join(" + "));

const factTable = (facts: Facts) =>
  table(
    facts.map(
      ([label, value]) =>
        `<tr><td class="rule faint" width="38%" style="${cell};padding-right:12px;color:#5b6a65">${escapeHtml(label)}</td><td class="rule" style="${cell};${breakWords}">${valueHtml(value)}</td></tr>`,
    ),
  );

/** Each value below its label, so that an account number has the whole width. */
const factStack = (facts: Facts) =>
  table(
    facts.map(
      ([label, value]) =>
        `<tr><td class="rule" style="${cell};${breakWords}"><span class="faint" style="font-size:14px;color:#5b6a65">${escapeHtml(label)}</span><br><span style="font-weight:600">${valueHtml(value)}</span></td></tr>`,
    ),
  );

const anchor = (text: string, href: string) =>
  `<a class="figure" href="${escapeHtml(href)}" style="color:#0e5a47">${keepTogether(escapeHtml(text))}</a>`;

const figureColour = ({ late }: { late?: boolean }): string => (late ? "#a92b1d" : "#0e5a47");

const asHtml = (part: Part): string => {
  if ("paragraph" in part) return block("", withBreaks(part.paragraph));
  if ("heading" in part) return block("font-weight:600", escapeHtml(part.heading));
  if ("figure" in part) {
    return block(
      `font-size:28px;line-height:36px;font-weight:600;color:${figureColour(part)};white-space:nowrap`,
      escapeHtml(part.figure),
      part.late ? "late" : "figure",
    );
  }
  if ("figures" in part)
    return block(
      `font-size:26px;line-height:34px;font-weight:600;color:${figureColour(part)};white-space:nowrap`,
      part.figures.map(escapeHtml).join("<br>"),
      part.late ? "late" : "figure",
    );
  if ("button" in part) {
    const link = `<a href="${escapeHtml(part.href)}" style="color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(part.button)}</a>`;
    return stack([
      `${opening}><tr><td bgcolor="#0e5a47" style="padding:12px 20px;border-radius:8px;background-color:#0e5a47">${link}</td></tr></table>`,
      block("font-size:14px;color:#5b6a65;word-break:break-all", escapeHtml(part.href), "faint"),
    ]);
  }
  if ("link" in part) return block("", anchor(part.link, part.href));
  if ("quotation" in part) {
    const lines = withBreaks(part.quotation);
    return table([
      `<tr><td style="padding:0 0 0 16px;border-left:3px solid #0e5a47;${breakWords}">${lines}</td></tr>`,
    ]);
  }
  if ("box" in part) {
    const box = (contents: string[]) =>
      table([
        `<tr><td class="box" bgcolor="#ffffff" style="padding:16px 16px 0;border:1px solid #c9c2b2;border-radius:10px;background-color:#ffffff">${stack(contents)}</td></tr>`,
      ]);
    // Each way to pay is a block of its own.
    const boxes = part.blocks.map(({ title, facts, note }) =>
      box([
        block("font-weight:600", escapeHtml(title)),
        factStack(facts),
        ...(note ? [block("", withBreaks(note))] : []),
      ]),
    );
    if (boxes.length === 0 && !part.note) return "";
    const note = part.note ? [block("", withBreaks(part.note))] : [];
    return stack([
      block("font-size:20px;line-height:28px;font-weight:600", escapeHtml(part.box)),
      ...boxes,
      ...note,
    ]);
  }
  if ("facts" in part) return part.stacked ? factStack(part.facts) : factTable(part.facts);
  return table(
    part.rows.flatMap(({ name, end, below, href, isSum }) => {
      const style = `${below ? cell.replace(/border.*/, "") : `${cell};`}${breakWords}${isSum ? SUM_STYLE : ""}`;
      const rule = below ? "" : ' class="rule"';
      const title = href ? anchor(name, href) : escapeHtml(name);
      return [
        `<tr><td${rule} style="${style};padding-right:16px">${title}</td><td${rule} align="right" nowrap style="${style}">${escapeHtml(end)}</td></tr>`,
        ...(below
          ? [
              `<tr><td class="rule faint" colspan="2" style="${cell.replace("6px 0", "0 0 6px")};font-size:14px;line-height:20px;color:#5b6a65">${keepTogether(escapeHtml(below))}</td></tr>`,
            ]
          : []),
      ];
    }),
  );
};

// For email programs that support dark mode by media query; the others invert the light colours themselves.
const darkStyle = [
  "@media (prefers-color-scheme:dark){",
  ".paper{background-color:#101a17!important;color:#e9efeb!important}",
  ".box{background-color:#182521!important;border-color:#3b4c46!important}",
  ".logo{background-color:#fbfaf6!important}",
  ".faint{color:#a3b1ab!important}",
  ".rule{border-color:#2b3a35!important}",
  ".figure{color:#8fd4b9!important}",
  ".late{color:#f2a497!important}",
  "}",
].join("");

/** The logo or the name. Programs that block pictures show the name instead. */
function letterhead({ name, logo = "" }: Sender): string {
  const row = (content: string) =>
    `<tr><td class="rule" align="left" style="padding:0 0 16px;border-bottom:1px solid #e5e0d5;font-weight:600">${content}</td></tr>`;
  if (!isHttps(logo)) return row(escapeHtml(name));
  const image = `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="48" border="0" style="height:48px;max-width:100%;font-size:20px;color:#13231f">`;
  // A light background in dark mode too, because most logos need one.
  return row(
    `${opening}><tr><td class="logo" bgcolor="#fbfaf6" style="padding:8px;background-color:#fbfaf6;color:#13231f">${image}</td></tr></table>`,
  );
}

export const isHttps = (address: string): boolean => /^https:\/\/[^\s"<>]+$/i.test(address);

/**
 * Renders an email: one column of 600 px, the system font, no remote content except the sender's logo. All input is text:
 * nothing that people typed becomes HTML.
 */
export function renderEmail(subject: string, parts: Part[], sender: Sender): Email {
  const { name, lines, language = "en" } = sender;
  const signature = [name, ...lines.filter(Boolean)];
  const face = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  return {
    subject,
    text: `${[...parts.map(asText), signature.join("\n")].join("\n\n")}\n`,
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width,initial-scale=1">',
      '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
      // Account numbers must not become telephone links.
      '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
      `<title>${escapeHtml(subject)}</title><style>${darkStyle}</style></head>`,
      '<body class="paper" bgcolor="#fbfaf6" style="margin:0;padding:0;background-color:#fbfaf6;color:#13231f">',
      '<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbfaf6" style="background-color:#fbfaf6;color:#13231f"><tr><td align="center" style="padding:24px 16px">',
      // Word knows no greatest width.
      '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;${face};font-size:16px;line-height:24px">`,
      letterhead(sender),
      `<tr><td align="left" style="padding:24px 0 8px">${stack(parts.map(asHtml))}</td></tr>`,
      ...(signature.length > 1
        ? [
            `<tr><td class="rule faint" align="left" style="padding:16px 0 0;border-top:1px solid #e5e0d5;font-size:14px;line-height:20px;color:#5b6a65">${signature.map(escapeHtml).join("<br>")}</td></tr>`,
          ]
        : []),
      "</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>",
    ].join(""),
  };
}
