import { formatDay, formatInstant } from "../../dates.ts";
import { addDays, type Day } from "../../day.ts";
import { type Currency, formatCents, toCents } from "../../money.ts";
import { bareReference, codeOf } from "./codes.ts";
import type { StatementLine } from "./line.ts";
import type { FoundPayment, Known, LookupResults, RecordedPayment } from "./lookup-results.ts";

/** People type a payment under a day that differs from the statement's by at most this. */
const DATE_TOLERANCE_DAYS = 7;

/** Finds the payments under a code or identity: those of lines, and those that people typed with the code. */
export function recordedIn({ known, typed }: LookupResults, nameOfClient: (id: string) => string) {
  const byCode = new Map<string, RecordedPayment[]>();
  for (const [client_id, payments] of typed)
    for (const payment of payments) {
      const code = codeOf(payment.reference, undefined) ?? "";
      const recorded = { ...payment, client_id, client_name: nameOfClient(client_id) };
      byCode.set(code, [...(byCode.get(code) ?? []), recorded]);
    }
  return (identity: string): RecordedPayment[] => {
    const all = [...(byCode.get(identity) ?? []), ...(known.get(identity)?.recorded ?? [])];
    return [...new Map(all.map((payment) => [payment.id, payment])).values()];
  };
}

/** `Recorded: $500.00 on Nov 12, 2026 for Jane. The statement has $600.00.` */
export function recordedText(payments: readonly RecordedPayment[], line: StatementLine): string {
  const cents = toCents(line.amount);
  const [sums, days, names] = [
    payments.map((payment) => formatCents(payment.cents, payment.currency)),
    payments.map(({ paid_on }) => formatDay(paid_on)),
    payments.map(({ client_name }) => client_name),
  ];
  const isOtherSum = payments.length > 0 && sumIn(payments, line.currency) !== cents;
  const isOtherDay = payments.some(({ paid_on }) => paid_on !== line.paid_on);
  const differing = [isOtherSum && formatCents(cents, line.currency), isOtherDay && formatDay(line.paid_on)];
  const statement = differing.filter(Boolean).join(" on ");
  return `Recorded: ${sums.join(" and ")} on ${unique(days)} for ${unique(names)}.${
    statement === "" ? "" : ` The statement has ${statement}.`
  }`;
}

const unique = (texts: readonly string[]): string => [...new Set(texts)].join(" and ");

export const sumIn = (payments: readonly { cents: number; currency: Currency }[], wanted: Currency): number =>
  payments.reduce((sum, { cents, currency }) => sum + (currency === wanted ? cents : 0), 0);

/** Says who ignored the line or undid its payment before. */
export function earlierDecision(known: Known | undefined): string | undefined {
  if (known?.ignored) {
    const { by, at, reason } = known.ignored;
    return `${by} ignored it on ${formatInstant(at)} (${reason.replace(/\.$/, "")})`;
  }
  return known?.undone && `${known.undone.by} undid its payment on ${formatInstant(known.undone.at)}`;
}

/** The payment that somebody typed, if the line can be about it. */
export function typedDoubt(line: StatementLine, payments: readonly FoundPayment[]): string | undefined {
  const cents = toCents(line.amount);
  const similar = payments.find(
    (payment) =>
      payment.cents === cents &&
      payment.currency === line.currency &&
      isNear(payment.paid_on, line.paid_on) &&
      !hasOtherCode(payment, line),
  );
  return (
    similar &&
    `a payment of ${formatCents(cents, similar.currency)} that was typed for ${formatDay(similar.paid_on)} may be this one`
  );
}

/** Whether the payment has an M-Pesa code that cannot be that of the line. */
function hasOtherCode({ reference }: FoundPayment, { code, method }: StatementLine): boolean {
  const isSameText = bareReference(reference) === bareReference(code);
  const isKnown = method === "bank" || codeOf(code, method) !== undefined;
  return codeOf(reference, undefined) !== undefined && isKnown && !isSameText;
}

/**
 * The payment that can be this line in another wording: day and amount are the same, and the reference, or the client where
 * there are no two references to compare. `others`: payments that are other lines of this call.
 */
export function rewrittenDoubt(
  line: StatementLine,
  client_id: string | undefined,
  booked: readonly FoundPayment[],
  others: ReadonlySet<string>,
): string | undefined {
  const ownReference = bareReference(line.code);
  const similar = booked.find((payment) => {
    const isSameMoney = payment.cents === toCents(line.amount) && payment.currency === line.currency;
    if (others.has(payment.id) || payment.paid_on !== line.paid_on || !isSameMoney) return false;
    const reference = bareReference(payment.reference);
    if (payment.method === line.method && ownReference !== "" && reference !== "")
      return ownReference === reference;
    return client_id !== undefined && payment.client_id === client_id;
  });
  if (!similar) return undefined;
  const owner = similar.client_name === undefined ? "that is on record" : `of ${similar.client_name}`;
  return `it can be the payment of ${formatCents(similar.cents, similar.currency)} ${owner} for ${formatDay(similar.paid_on)}, in another wording`;
}

export const isNear = (a: Day, b: Day): boolean =>
  a >= addDays(b, -DATE_TOLERANCE_DAYS) && a <= addDays(b, DATE_TOLERANCE_DAYS);
