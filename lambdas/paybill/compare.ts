import { identityOf } from "../../shared/billing/matching/identity.ts";
import type { Day } from "../../shared/day.ts";
import { formatCents, toCents } from "../../shared/money.ts";
import type { StatementLine } from "../../shared/payments/statement-line.ts";
import { countingAmong } from "../ledger/account-store.ts";
import { allAnnounced } from "../ledger/announced-store.ts";
import { isReversed } from "../ledger/payment-row.ts";
import { lineKeyOf, readLines } from "../ledger/statement-lines.ts";
import { queryAll } from "../platform/dynamo/database.ts";

const DAY_MS = 24 * 3_600_000;

const plainAccount = (account = ""): string => account.replaceAll(/[^\p{L}\p{N}]/gu, "").toUpperCase();
const shillings = (cents: number) => formatCents(cents, "KES");

/**
 * Compares M-Pesa's list of a day with the payments on record. Returns sentences without personal data. An announced
 * payment that M-Pesa did not confirm within a day is reported once.
 */
export async function differencesOn(
  day: Day,
  pulled: readonly StatementLine[],
  now: string,
): Promise<string[]> {
  const lines = new Map(pulled.map((line) => [identityOf(line), line]));
  const [states, recorded, announced] = await Promise.all([
    readLines([...lines.keys()].map(lineKeyOf)),
    queryAll("payments", {
      IndexName: "by-day",
      KeyConditionExpression: "paid_on = :day",
      ExpressionAttributeValues: { ":day": day },
    }),
    allAnnounced(),
  ]);
  const differing = [...lines].flatMap(([identity, line]) => {
    if (line.paid_on !== day) return [];
    const payments = (states.get(lineKeyOf(identity))?.payments ?? []).filter(
      (payment) => payment.state !== "undone" || isReversed(payment),
    );
    const cents = payments.reduce((sum, payment) => sum + payment.cents, 0);
    const isOtherAccount = payments.some(
      ({ source, account }) => source === "mpesa" && plainAccount(account) !== plainAccount(line.account),
    );
    return [
      ...(cents === toCents(line.amount)
        ? []
        : [`${line.code}: M-Pesa has ${shillings(toCents(line.amount))}, we have ${shillings(cents)}.`]),
      ...(isOtherAccount
        ? [`${line.code}: M-Pesa has another account number than we have. Check whose payment it is.`]
        : []),
    ];
  });
  const unknown = countingAmong(recorded).rows.filter(
    ({ source, reference }) => source === "mpesa" && !lines.has(reference),
  );
  const since = Date.parse(now) - 2 * DAY_MS;
  const unconfirmed = announced.filter(({ recorded_at }) => {
    const at = Date.parse(recorded_at);
    return at > since && at <= since + DAY_MS;
  });
  return [
    ...differing,
    ...unknown.map(
      ({ reference, cents }) => `${reference}: we have ${shillings(cents)}, M-Pesa’s list has nothing.`,
    ),
    ...unconfirmed.map(
      ({ reference, cents }) =>
        `${reference}: ${shillings(cents)} announced, but M-Pesa has not confirmed it.`,
    ),
  ];
}
