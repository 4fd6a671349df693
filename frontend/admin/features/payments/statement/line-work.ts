import { counted } from "../../../../../shared/count.ts";
import {
  type LineResult,
  MAX_LINES_BYTES,
  MAX_NEW_LINES,
  type NewLine,
} from "../../../../../shared/payments/statement-line.ts";
import { type Entry, isOpen, isReversal, isSelectable, nameOfEntry } from "./line-entries.ts";

// Saves the lines of a statement: payments are recorded, reversals undo them, and other lines are kept.

const isRecording = (entry: Entry): boolean => isSelectable(entry) && entry.selected;
/** Whether it is stored, to be assigned later. */
const isKept = (entry: Entry): boolean =>
  isOpen(entry) &&
  !isRecording(entry) &&
  !isReversal(entry) &&
  entry.line.amount > 0 &&
  !entry.match.waiting &&
  !entry.match.ignored &&
  entry.result === undefined;

export type Work = { record: Entry[]; undo: Entry[]; keep: Entry[] };

export const workOf = (entries: readonly Entry[]): Work => ({
  record: entries.filter((entry) => isRecording(entry) && !isReversal(entry)),
  undo: entries.filter((entry) => isRecording(entry) && isReversal(entry)),
  keep: entries.filter(isKept),
});

/** `Record 2 payments, undo 1, keep 3` */
export function workText({ record, undo, keep }: Work): string {
  const parts = [
    record.length > 0 && `record ${counted(record.length, "payment")}`,
    undo.length > 0 && `undo ${counted(undo.length, "payment")}`,
    keep.length > 0 && `keep ${counted(keep.length, "line")}`,
  ].filter((part) => typeof part === "string");
  const text = parts.join(", ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Tells in sentences what saving the lines will do. */
export const workSentences = ({ record, undo, keep }: Work): string[] =>
  [
    record.length > 0 &&
      `${counted(record.length, "payment")} will be recorded. If receipts are switched on, each client gets one.`,
    undo.length > 0 &&
      `${counted(undo.length, "payment")} will be undone, because M-Pesa or the bank took the money back.`,
    keep.length > 0 &&
      `${counted(keep.length, "line")} will be kept under “Unmatched payments”, where anyone can assign them to a client.`,
  ].filter((sentence) => typeof sentence === "string");

/** `{"lines":[]}` */
const FRAME_BYTES = 12;

/** Lines of one call. The payments that reversals undo come before them. */
export type Unit = { id: string; entries: readonly Entry[] };

export function unitsOf({ record, undo, keep }: Work): Unit[] {
  const units: { id: string; entries: Entry[] }[] = [];
  const encoder = new TextEncoder();
  let bytesLeft = 0;
  for (const [index, entry] of [...record, ...keep, ...undo].entries()) {
    const bytes = encoder.encode(JSON.stringify(bodyOf(entry))).length + 1;
    const last = units.at(-1);
    if (last && last.entries.length < MAX_NEW_LINES && bytes <= bytesLeft) last.entries.push(entry);
    else {
      units.push({ id: `from ${index}`, entries: [entry] });
      bytesLeft = MAX_LINES_BYTES - FRAME_BYTES;
    }
    bytesLeft -= bytes;
  }
  return units;
}

export const nameOfUnit = ({ entries: [first, ...others] }: Unit): string =>
  [first && nameOfEntry(first), others.length > 0 && `and ${counted(others.length, "other line")}`]
    .filter(Boolean)
    .join(" ");

/** The line to send. It pays what was shown; if that changed since, the server refuses it and says why. */
export function bodyOf(entry: Entry): NewLine {
  const { line, match, chosen } = entry;
  if (!isRecording(entry) || !chosen) return line;
  const proposed = chosen.client_id === match.client_id ? match.to : undefined;
  const to = chosen.to ?? proposed ?? [];
  return { ...line, client_id: chosen.client_id, ...(to.length > 0 && { to: [...to] }) };
}

/** `3 payments recorded, 1 undone, 2 kept` */
export function resultText(results: readonly LineResult[]): string {
  const count = (state: LineResult["state"]) =>
    results.filter((result) => result.state === state && !result.error && !result.note).length;
  const [queued, undone, kept] = [count("queued"), count("reversed"), count("unmatched")];
  const failed = results.filter(({ error }) => error !== undefined).length;
  const decidedByOthers = results.filter(({ note }) => note !== undefined).length;
  return [
    `${counted(count("recorded"), "payment")} recorded`,
    queued > 0 && `${queued} in progress (in the background, you can close this page)`,
    undone > 0 && `${undone} undone`,
    kept > 0 && `${counted(kept, "line")} kept`,
    decidedByOthers > 0 && `${decidedByOthers} decided by somebody else`,
    failed > 0 && `${failed} refused`,
  ]
    .filter(Boolean)
    .join(", ");
}
