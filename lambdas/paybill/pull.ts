import { identityOf } from "../../shared/billing/matching/identity.ts";
import { addDays } from "../../shared/day.ts";
import { lineOfPulled } from "../../shared/paybill/lines.ts";
import type { StatementLine } from "../../shared/payments/statement-line.ts";
import { book } from "../payments/book.ts";
import { systemContext } from "../platform/change-context.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logEvent } from "../platform/log.ts";
import { type Moment, momentAt } from "../platform/moment.ts";
import { announcedKey, settle } from "./announced.ts";
import { differencesOn } from "./compare.ts";
import { readConnection } from "./connection.ts";
import { pullPages } from "./daraja.ts";
import { readStatus, saveStatus } from "./status.ts";

const HOUR_MS = 3_600_000;
/** M-Pesa's list reaches back this far. */
const MAX_BACK_MS = 48 * HOUR_MS;
/** A transaction can stand in the list late. */
const OVERLAP_MS = 2 * HOUR_MS;

/**
 * Reads M-Pesa's own list and books what is missing, from before the last pull that succeeded. With `compare`, also says
 * what differs on the day before. Any run can be repeated. @throws when M-Pesa does not answer
 */
export async function handler({ scheduled_at, compare }: { scheduled_at: string; compare?: true }) {
  const moment = momentAt(Date.parse(scheduled_at));
  try {
    const lines = await pull(moment, compare === true);
    if (lines && compare) await tellDifferences(lines, moment);
    return { pulled: lines?.length ?? 0 };
  } catch (error) {
    const failure = error instanceof Error ? error.message : "Unknown error";
    await saveStatus({ failed_at: moment.now, failure });
    throw error;
  }
}

/** Undefined if nobody has connected M-Pesa yet. */
async function pull(moment: Moment, all: boolean): Promise<StatementLine[] | undefined> {
  const connection = await readConnection();
  if (!connection) return undefined;
  const end = Date.parse(moment.now);
  const { last_pull_at = "" } = await readStatus();
  const known = all || last_pull_at === "" ? 0 : Date.parse(last_pull_at) - OVERLAP_MS;
  const lines: StatementLine[] = [];
  for await (const page of pullPages(connection, Math.max(end - MAX_BACK_MS, known), end)) {
    const found = page.flatMap((one) => lineOfPulled(one) ?? []);
    await book(found, systemContext(moment));
    await settleAll(found.map(identityOf), moment.now);
    lines.push(...found);
  }
  await saveStatus({ last_pull_at: moment.now });
  logEvent("pulled", { transactions: lines.length });
  return lines;
}

/** M-Pesa's list confirms what callbacks announced. */
async function settleAll(codes: readonly string[], now: string): Promise<void> {
  const rows = await batchGet("payments", byId(new Set(codes.map(announcedKey))));
  for (const { state, reference } of rows) if (state === "announced") await settle(String(reference), now);
}

async function tellDifferences(lines: readonly StatementLine[], { now, today }: Moment): Promise<void> {
  const details = await differencesOn(addDays(today, -1), lines, now);
  if (details.length === 0) return;
  logEvent("payments differ from M-Pesa", { differences: details.length });
  await enqueue([{ email: "notice", name: "paybill-differences", details, day: today, at: now }]);
}
