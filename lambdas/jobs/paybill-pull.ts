import { addDays } from "../../shared/day.ts";
import { ANNOUNCED_DAYS, PULL_BACK_HOURS } from "../../shared/paybill/connection.ts";
import { readPulled } from "../../shared/paybill/lines.ts";
import type { StatementLine } from "../../shared/payments/statement-line.ts";
import { allAnnounced, settle } from "../ledger/announced-store.ts";
import { lineKeyOf, readLines } from "../ledger/statement-lines.ts";
import { differencesOn } from "../paybill/compare.ts";
import { pullPages } from "../paybill/daraja.ts";
import { readConnection } from "../paybill/read-connection.ts";
import { book } from "../payments/book.ts";
import { systemContext } from "../platform/change-context.ts";
import { enqueue } from "../platform/email/jobs.ts";
import { logEvent } from "../platform/log.ts";
import { type Moment, momentAt } from "../platform/moment.ts";
import { readStatus, saveStatus } from "../stores/paybill-status-store.ts";

const HOUR_MS = 3_600_000;
const MAX_BACK_MS = PULL_BACK_HOURS * HOUR_MS;
/** A transaction can stand in the list late. */
const OVERLAP_MS = 2 * HOUR_MS;

/**
 * Reads M-Pesa's own list and books what is missing, from before the last pull that succeeded. With `compare`, also says
 * what differs on the day before. Any run can be repeated. @throws when M-Pesa does not answer
 */
export async function handler({ scheduled_at, compare }: { scheduled_at: string; compare?: true }) {
  const moment = momentAt(Date.parse(scheduled_at));
  try {
    const pulled = await pull(moment, { wholeList: compare === true });
    if (!pulled) return { connected: false };
    if (compare) await tellDifferences(pulled, moment);
    return {
      pulled: pulled.lines.length,
      added: pulled.added,
      ...(pulled.listed.length > 0 && { listed: pulled.listed }),
    };
  } catch (error) {
    const failure = error instanceof Error ? error.message : "Unknown error";
    await saveStatus({ failed_at: moment.now, failure });
    throw error;
  }
}

/** More are too many for an email. */
const MAX_DETAILS = 20;
/** More are too many for Settings; the rest stands in the log's count and in the next comparison. */
const MAX_LISTED = 10;

const NOT_CONNECTED = "Nobody has connected M-Pesa yet, with “npm run mpesa -- connect”.";

/** Undefined if nobody has connected M-Pesa yet. */
async function pull(moment: Moment, { wholeList }: { wholeList: boolean }) {
  const connection = await readConnection();
  if (!connection) {
    await saveStatus({ failed_at: moment.now, failure: NOT_CONNECTED }, ["registered"]);
    return undefined;
  }
  const end = Date.parse(moment.now);
  const { last_pull_at = "" } = await readStatus();
  const since = wholeList || last_pull_at === "" ? 0 : Date.parse(last_pull_at) - OVERLAP_MS;
  const lines: StatementLine[] = [];
  const listed: string[] = [];
  let added = 0;
  for await (const page of pullPages(connection, Math.max(end - MAX_BACK_MS, since), end)) {
    const read = page.map(readPulled);
    const pageLines = read.flatMap((entry) => ("line" in entry ? entry.line : []));
    listed.push(...read.flatMap((entry) => ("listed" in entry ? entry.listed : [])));
    added += await book(pageLines, systemContext(moment));
    lines.push(...pageLines);
  }
  await settleAnnounced(moment.now);
  await saveStatus({
    last_pull_at: moment.now,
    registered: connection.registered,
    ...(listed.length > 0 && { failed_at: moment.now, failure: listed.slice(0, MAX_LISTED).join(" ") }),
  });
  logEvent("pulled", { transactions: lines.length, added, listed: listed.length });
  return { lines, listed, added };
}

/** Settles what is on record by now, from M-Pesa's list, a statement or by hand, and what M-Pesa never confirmed. */
async function settleAnnounced(now: string): Promise<void> {
  const announced = await allAnnounced();
  const states = await readLines(new Set(announced.map(({ reference }) => lineKeyOf(reference))));
  const oldest = Date.parse(now) - ANNOUNCED_DAYS * 24 * HOUR_MS;
  for (const { reference, recorded_at } of announced)
    if (Date.parse(recorded_at) < oldest || states.get(lineKeyOf(reference))?.payments.length)
      await settle(reference, now);
}

async function tellDifferences(
  { lines, listed }: { lines: readonly StatementLine[]; listed: readonly string[] },
  { now, today }: Moment,
): Promise<void> {
  const compared = addDays(today, -1);
  const details = [...listed, ...(await differencesOn(compared, lines, now))].slice(0, MAX_DETAILS);
  await saveStatus({ compared: { day: compared, differences: details } });
  if (details.length === 0) return;
  logEvent("payments differ from M-Pesa", { differences: details.length });
  await enqueue([{ email: "notice", name: "paybill-differences", details, day: today, at: now }]);
}
