import PDFDocument from "pdfkit";
import { encode } from "uqr";
import type { Cell, Paper, PaperPart, PaperTable } from "../../shared/paper/paper.ts";
import { linesOf, type PaperFont, runsOf } from "./text.ts";

// Sizes are in points: 72 are an inch.

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = { x: 48, top: 48, bottom: 64 };
const WIDTH = PAGE.width - 2 * MARGIN.x;
const END = PAGE.height - MARGIN.bottom;

// The colours of the site on paper.
const INK = "#13231f";
const QUIET = "#5b6a65";
const GREEN = "#0e5a47";
const LINE = "#d9d3c5";

const QR_SIZE = 84;
const QUIET_ZONE = 4;

type Style = { size: number; bold?: boolean; colour?: string };
const body: Style = { size: 9.5 };
const small: Style = { size: 8, colour: QUIET };
const strong: Style = { ...body, bold: true };

/** As in the house's emails. */
const LINE_HEIGHT = 1.42;

type Place = { x: number; width: number; align?: "left" | "right" };

/** Draws a paper as a tagged PDF, A4. */
export async function drawPaper(paper: Paper, fonts: readonly PaperFont[], now: Date): Promise<Buffer> {
  const pen = openPen(paper, fonts, now);
  letterhead(pen, paper);
  heading(pen, paper);
  for (const part of paper.parts) drawPart(pen, part);
  controlUnit(pen, paper);
  howToPay(pen, paper);
  return pen.finish();
}

type Pen = ReturnType<typeof openPen>;

function openPen({ title, language, name, seller }: Paper, fonts: readonly PaperFont[], now: Date) {
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    pdfVersion: "1.7",
    lang: language,
    tagged: true,
    displayTitle: true,
    // None of its own: it would open the first of ours again for each run of text.
    font: null as never,
    info: { Title: title, Author: seller[0] ?? "", CreationDate: now },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
  for (const { name: face, regular, bold } of fonts) {
    doc.registerFont(`${face} regular`, bytesOf(regular));
    doc.registerFont(`${face} bold`, bytesOf(bold));
  }
  const root = doc.struct("Document");
  doc.addStructure(root);
  let y = MARGIN.top;

  const use = (face: string, { size, bold = false }: Style) =>
    doc.font(`${face} ${bold ? "bold" : "regular"}`).fontSize(size);
  const widthOf = (line: string, style: Style): number =>
    runsOf(line, fonts).reduce((sum, { text, font }) => sum + use(font, style).widthOfString(text), 0);
  const linesIn = (text: string, width: number, style: Style): string[] =>
    text.split("\n").flatMap((line) => linesOf(line, width, (part) => widthOf(part, style)));
  const heightOf = (text: string, width: number, style: Style): number =>
    linesIn(text, width, style).length * style.size * LINE_HEIGHT;

  /** Draws text at a height, and returns the height below it. */
  function write(text: string, { x, width, align = "left" }: Place, top: number, style: Style): number {
    let below = top;
    for (const line of linesIn(text, width, style)) {
      let left = align === "right" ? x + width - widthOf(line, style) : x;
      for (const { text: run, font } of runsOf(line, fonts)) {
        use(font, style).fillColor(style.colour ?? INK);
        // Faces differ in height: all stand on one line.
        doc.text(run, left, below + style.size, { lineBreak: false, baseline: "alphabetic" });
        left += doc.widthOfString(run);
      }
      below += style.size * LINE_HEIGHT;
    }
    return below;
  }

  /** What is for the eye alone. */
  function artifact(draw: () => void): void {
    doc.markContent("Artifact", { type: "Layout" });
    draw();
    doc.endMarkedContent();
  }

  return {
    doc,
    root,
    widthOf,
    heightOf,
    write,
    artifact,
    get y() {
      return y;
    },
    moveTo(next: number): void {
      y = next;
    },
    rule(height: number, colour = LINE): void {
      artifact(() =>
        doc
          .moveTo(MARGIN.x, height)
          .lineTo(MARGIN.x + WIDTH, height)
          .lineWidth(0.75)
          .strokeColor(colour)
          .stroke(),
      );
    },
    /** Begins a page if less is left than that. */
    need(height: number): boolean {
      if (y + height <= END) return false;
      doc.addPage({ size: "A4", margin: 0 });
      y = MARGIN.top;
      return true;
    },
    finish(): Promise<Buffer> {
      root.end();
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        doc.markContent("Artifact", { type: "Pagination" });
        const style = { ...small, size: 7.5 };
        write(name, { x: MARGIN.x, width: WIDTH / 2 }, PAGE.height - 40, style);
        const number = `${page + 1} / ${count}`;
        write(number, { x: MARGIN.x, width: WIDTH, align: "right" }, PAGE.height - 40, style);
        doc.endMarkedContent();
      }
      doc.end();
      return ended;
    },
  };
}

/** pdfkit takes a buffer, and no other view of bytes. */
const bytesOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) as never;

/** Tagged text below what is there. */
function paragraph(pen: Pen, tag: string, text: string, place: Place, style: Style): void {
  pen.need(pen.heightOf(text, place.width, style));
  pen.root.add(pen.doc.struct(tag, { actual: text }, () => pen.moveTo(pen.write(text, place, pen.y, style))));
}

const whole: Place = { x: MARGIN.x, width: WIDTH };

function letterhead(pen: Pen, { seller: [name = "", ...lines] }: Paper): void {
  paragraph(pen, "P", name, whole, { size: 13, bold: true, colour: GREEN });
  if (lines.length > 0) paragraph(pen, "P", lines.join("\n"), whole, small);
  pen.moveTo(pen.y + 12);
  pen.rule(pen.y, GREEN);
  pen.moveTo(pen.y + 22);
}

/** What it is, who gets it, and its facts beside it. */
function heading(pen: Pen, { kind, english, to, facts, status, note }: Paper): void {
  const left: Place = { x: MARGIN.x, width: WIDTH * 0.5 };
  const labels: Place = { x: MARGIN.x + WIDTH * 0.54, width: WIDTH * 0.2 };
  const values: Place = { x: MARGIN.x + WIDTH * 0.75, width: WIDTH * 0.25 };
  const top = pen.y;
  const title = english ? `${kind} · ${english}` : kind;
  paragraph(pen, "H1", title, left, { size: 16, bold: true });
  pen.moveTo(pen.y + 10);
  paragraph(pen, "P", to.label, left, small);
  paragraph(pen, "P", to.name, left, strong);
  if (to.lines.length > 0) paragraph(pen, "P", to.lines.join("\n"), left, body);
  const below = pen.y;
  pen.moveTo(top + 3);
  for (const { label, value, isStrong } of facts) {
    const style = isStrong ? strong : body;
    const row = pen.y;
    pen.root.add(
      pen.doc.struct("P", { actual: `${label}: ${value}` }, () => {
        const end = pen.write(label, labels, row + 1, { ...small, size: 8.5 });
        pen.moveTo(Math.max(end, pen.write(value, values, row, style)) + 2);
      }),
    );
  }
  pen.moveTo(Math.max(below, pen.y) + 14);
  if (note) paragraph(pen, "P", note, whole, strong);
  if (status) paragraph(pen, "P", `${status.asOf}: ${status.text}`, whole, body);
  if (note || status) pen.moveTo(pen.y + 10);
}

function drawPart(pen: Pen, { heading, tables, totals, notes }: PaperPart): void {
  if (heading) {
    pen.need(80);
    pen.moveTo(pen.y + 4);
    paragraph(pen, "H2", heading, whole, { size: 11, bold: true });
    pen.moveTo(pen.y + 4);
  }
  for (const [at, table] of tables.entries()) drawTable(pen, table, { isLarge: at === 0 });
  const place: Place = { x: MARGIN.x + WIDTH * 0.4, width: WIDTH * 0.6 };
  for (const { label, value, isSum } of totals) {
    const style: Style = isSum ? { size: 12, bold: true } : body;
    pen.need(20);
    const row = pen.y;
    pen.root.add(
      pen.doc.struct("P", { actual: [label, value].filter(Boolean).join(": ") }, () => {
        const end = pen.write(
          label,
          { ...place, width: WIDTH * 0.36, ...(value === "" && { align: "right", width: place.width }) },
          row,
          style,
        );
        pen.moveTo(Math.max(end, pen.write(value, { ...place, align: "right" }, row, style)) + 3);
      }),
    );
  }
  for (const text of notes) {
    pen.moveTo(pen.y + 4);
    paragraph(pen, "P", text, whole, small);
  }
  pen.moveTo(pen.y + 16);
}

const CELL_PADDING = 5;
const COLUMN_GAP = 18;
/** A longer amount has a second line. */
const MAX_AMOUNT = 104;

/** The first column takes what the amounts leave: they are as wide as their widest. A page that it goes on to has its headings again. */
function drawTable(pen: Pen, { headings, rows }: PaperTable, { isLarge }: { isLarge: boolean }): void {
  const style: Style = isLarge ? body : { ...body, size: 8.5 };
  const head: Style = { ...small, size: 8, bold: true };
  const widths = headings.map((heading, column) =>
    Math.min(
      MAX_AMOUNT,
      Math.max(
        pen.widthOf(heading, head),
        ...rows.map(({ [column]: cell }) =>
          cell ? Math.max(pen.widthOf(cell.text, style), pen.widthOf(cell.below ?? "", small)) : 0,
        ),
      ) + 1,
    ),
  );
  const amountsWidth = (from: number) =>
    widths.slice(from).reduce((sum, width) => sum + width + COLUMN_GAP, 0);
  const placeOf = (column: number): Place =>
    column === 0
      ? { x: MARGIN.x, width: WIDTH - amountsWidth(1) }
      : {
          x: MARGIN.x + WIDTH - amountsWidth(column) + COLUMN_GAP,
          width: widths[column] ?? 0,
          align: "right",
        };
  const heightOf = ({ text, below }: Cell, column: number) =>
    pen.heightOf(text, placeOf(column).width, style) +
    (below ? pen.heightOf(below, placeOf(column).width, small) : 0);
  const headHeight = Math.max(...headings.map((text, at) => pen.heightOf(text, placeOf(at).width, head)));

  const underHeadings = () => {
    pen.moveTo(pen.y + headHeight + CELL_PADDING);
    pen.rule(pen.y - 2, QUIET);
    pen.moveTo(pen.y + 3);
  };
  const table = pen.doc.struct("Table");
  pen.root.add(table);
  pen.need(headHeight + 40);
  const headRow = pen.doc.struct("TR");
  table.add(headRow);
  for (const [column, text] of headings.entries())
    headRow.add(
      pen.doc.struct("TH", { actual: text }, () => void pen.write(text, placeOf(column), pen.y, head)),
    );
  headRow.end();
  underHeadings();
  for (const cells of rows) {
    const height = Math.max(...cells.map(heightOf)) + 2 * CELL_PADDING;
    if (pen.need(height)) {
      pen.artifact(() => {
        for (const [column, text] of headings.entries()) pen.write(text, placeOf(column), pen.y, head);
      });
      underHeadings();
    }
    const row = pen.doc.struct("TR");
    table.add(row);
    const top = pen.y + CELL_PADDING - 2;
    for (const [column, { text, below }] of cells.entries())
      row.add(
        pen.doc.struct(
          column === 0 ? "TH" : "TD",
          { actual: [text, below].filter(Boolean).join(", ") },
          () => {
            const end = pen.write(text, placeOf(column), top, style);
            if (below) pen.write(below, placeOf(column), end, small);
          },
        ),
      );
    row.end();
    pen.moveTo(pen.y + height);
    pen.rule(pen.y - 2);
  }
  table.end();
  pen.moveTo(pen.y + 12);
}

/** The number of the tax authority's control unit, with the code that a phone reads. */
function controlUnit(pen: Pen, { controlUnit: unit }: Paper): void {
  if (!unit) return;
  const { label, number, check, link } = unit;
  pen.need(QR_SIZE + 16);
  const top = pen.y;
  if (link) {
    const { data, size } = encode(link, { ecc: "M", border: QUIET_ZONE });
    const module = QR_SIZE / size;
    pen.root.add(
      pen.doc.struct("Figure", { alt: `${check}: ${link}` }, () => {
        pen.doc.fillColor("#000000");
        for (const [y, row] of data.entries())
          for (const [x, dark] of row.entries())
            if (dark) pen.doc.rect(MARGIN.x + x * module, top + y * module, module, module);
        pen.doc.fill();
      }),
    );
  }
  const beside: Place = link ? { x: MARGIN.x + QR_SIZE + 12, width: WIDTH - QR_SIZE - 12 } : whole;
  pen.moveTo(top + (link ? QR_SIZE / 3 : 0));
  paragraph(pen, "P", label, beside, small);
  paragraph(pen, "P", number, beside, strong);
  if (link) paragraph(pen, "P", check, beside, small);
  pen.moveTo(Math.max(pen.y, top + (link ? QR_SIZE : 0)) + 16);
}

function howToPay(pen: Pen, { pay }: Paper): void {
  if (!pay) return;
  const { heading, blocks, note } = pay;
  const gap = 24;
  const width = blocks.length > 1 ? (WIDTH - gap) / 2 : WIDTH;
  const heightOf = ({ title, facts, note: text = "" }: (typeof blocks)[number]) =>
    pen.heightOf(title, width, strong) +
    facts.length * (body.size * LINE_HEIGHT + 1) +
    (text ? pen.heightOf(text, width, small) : 0) +
    14;
  pen.need(30 + Math.max(0, ...blocks.slice(0, 2).map(heightOf)));
  pen.rule(pen.y);
  pen.moveTo(pen.y + 12);
  paragraph(pen, "H2", heading, whole, { size: 11, bold: true });
  pen.moveTo(pen.y + 4);
  for (let at = 0; at < blocks.length; at += 2) {
    const pair = blocks.slice(at, at + 2);
    pen.need(Math.max(...pair.map(heightOf)));
    const top = pen.y;
    const ends = pair.map(({ title, facts, note: text }, column) => {
      const x = MARGIN.x + column * (width + gap);
      pen.moveTo(top);
      paragraph(pen, "P", title, { x, width }, strong);
      for (const [label, value] of facts) {
        const row = pen.y;
        pen.root.add(
          pen.doc.struct("P", { actual: `${label}: ${value}` }, () => {
            const labelEnd = pen.write(label, { x, width: width * 0.45 }, row + 0.5, { ...small, size: 8.5 });
            const end = pen.write(value, { x: x + width * 0.47, width: width * 0.53 }, row, body);
            pen.moveTo(Math.max(labelEnd, end) + 1);
          }),
        );
      }
      if (text) paragraph(pen, "P", text, { x, width }, small);
      return pen.y;
    });
    pen.moveTo(Math.max(...ends) + 14);
  }
  if (note) paragraph(pen, "P", note, whole, body);
}
