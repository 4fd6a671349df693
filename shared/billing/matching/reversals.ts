import { formatDay } from "../../dates.ts";
import { formatCents, toCents } from "../../money.ts";
import { bareReference, codesNamedIn, ownCodeOf, saysCharge, speaksOfReversal } from "./codes.ts";
import { identityOf } from "./identity.ts";
import type { StatementLine } from "./line.ts";
import type { LookupResults, RecordedPayment } from "./lookup-results.ts";
import { earlierDecision, sumIn } from "./on-record.ts";

/** Whether money went out again, or the line says of which payment it is the reversal. */
export const isReversal = (line: StatementLine): boolean =>
  line.amount < 0 || (speaksOfReversal(line) && codesNamedIn(line).length > 0);

/** A reversal. Without `payment_id` and `reverses` there is nothing to undo, and `why` says so. */
export type Reversal = {
  verdict: "reversal" | "recorded" | "unmatched";
  client_id?: string | undefined;
  payment_id?: string | undefined;
  /** The identity of the line of this call that it reverses. */
  reverses?: string | undefined;
  why: string;
};

export type Reversals = {
  reversals: ReadonlyMap<StatementLine, Reversal>;
  /** Lines that were reversed, and how we know. */
  reversed: ReadonlyMap<StatementLine, string>;
};

/** A code stands for a line of the call, or for a payment on record. */
type Target = {
  code: string;
  line?: StatementLine | undefined;
  payment?: RecordedPayment | undefined;
  payment_id?: string | undefined;
  cents: number;
};

/** Finds the reversals in a call, and what each of them reverses. */
export function reversalsIn(
  lines: readonly StatementLine[],
  { known }: Pick<LookupResults, "known">,
  recordedUnder: (code: string) => RecordedPayment[],
): Reversals {
  const reversals = new Map<StatementLine, Reversal>();
  const reversed = new Map<StatementLine, string>();
  const byCode = Map.groupBy(lines, (line) => bareReference(ownCodeOf(line)));
  const linesWith = (code: string) => byCode.get(bareReference(code)) ?? [];
  const namesPaidBack = (line: StatementLine) =>
    codesNamedIn(line).find((code) => linesWith(code).some(({ amount }) => amount < 0));

  for (const line of lines) {
    const code = line.amount > 0 && isReversal(line) ? namesPaidBack(line) : undefined;
    if (code !== undefined) reversed.set(line, `it says that ${code} reverses it`);
  }
  const all = new Set(lines.filter((line) => isReversal(line) && !reversed.has(line)));
  const taken = new Set<StatementLine | string>();

  const lineWith = (code: string, cents: number): StatementLine | undefined => {
    const paid = linesWith(code).filter((line) => line.amount > 0 && !all.has(line));
    const exact = paid.find((line) => toCents(line.amount) === cents && !taken.has(line));
    return exact ?? (paid.length === 1 ? paid[0] : undefined);
  };
  const targetOf = (code: string, line: StatementLine): Target | undefined => {
    const payments = recordedUnder(code);
    const [payment] = payments;
    const payment_id = payment?.id ?? known.get(code)?.unmatched?.id;
    const reversedLine = lineWith(code, Math.abs(toCents(line.amount)));
    if (payment_id === undefined && reversedLine === undefined) return undefined;
    const sum = payment ? sumIn(payments, line.currency) : toCents(reversedLine?.amount ?? 0);
    return { code, payment, payment_id, line: reversedLine, cents: sum };
  };

  for (const line of all) {
    const cents = Math.abs(toCents(line.amount));
    const named = codesNamedIn(line).flatMap((code) => targetOf(code, line) ?? []);
    const code = ownCodeOf(line);
    // A bank can repeat its reference when it pays back. A fee has the code of its payment, too.
    const ownTarget = line.amount < 0 && code !== "" ? targetOf(code, line) : undefined;
    const targets = ownTarget?.cents === cents ? [...named, ownTarget] : named;
    const fitting = targets.filter((target) => target.cents === cents);
    // A charge for a returned cheque names the cheque, and takes nothing of it back.
    const partial = saysCharge(line.details) ? [] : targets;
    const [target, ...others] = uniqueTargets(fitting.length > 0 ? fitting : partial);
    const key = target?.line ?? target?.payment_id ?? "";
    if (!target) reversals.set(line, withoutTarget(line, known));
    else if (others.length > 0) reversals.set(line, severalTargets);
    else if (taken.has(key)) reversals.set(line, reversedTwice);
    else {
      taken.add(key);
      reversals.set(line, reversalOf(target, line, cents));
      if (target.line) reversed.set(target.line, `another line reverses it on ${formatDay(line.paid_on)}`);
    }
  }
  return { reversals, reversed };
}

/** One payment can be named by its cheque's number and by its reference. */
const uniqueTargets = (targets: readonly Target[]): Target[] => [
  ...new Map(targets.map((target) => [target.line ?? target.payment_id, target])).values(),
];

const severalTargets: Reversal = {
  verdict: "unmatched",
  why: "It reverses one of several payments. Undo the right one by hand.",
};
const reversedTwice: Reversal = {
  verdict: "unmatched",
  why: "Another line of this statement reverses the same payment.",
};

function targetText({ code, payment, line }: Target): string {
  if (payment)
    return `the payment of ${formatCents(payment.cents, payment.currency)} of ${payment.client_name}, recorded for ${formatDay(payment.paid_on)}`;
  return line
    ? `${code} of ${formatDay(line.paid_on)} in this statement`
    : `${code}, which is not assigned to a client yet`;
}

function reversalOf(target: Target, line: StatementLine, paidBack: number): Reversal {
  const { payment, payment_id, cents } = target;
  const part = cents === paidBack ? "" : ` The reversal is of ${formatCents(paidBack, line.currency)}.`;
  return {
    verdict: "reversal",
    client_id: payment?.client_id,
    payment_id,
    reverses: target.line && identityOf(target.line),
    why: `It reverses ${targetText(target)}.${part}`,
  };
}

/** A reversal of which nothing is left to undo, or of something unknown. */
function withoutTarget(line: StatementLine, known: LookupResults["known"]): Reversal {
  const codes = codesNamedIn(line);
  const undone = codes.map((code) => known.get(code)).find((record) => record?.undone !== undefined);
  if (undone)
    return {
      verdict: "recorded",
      why: `It reverses a payment that is undone already: ${earlierDecision({ undone: undone.undone })}.`,
    };
  return {
    verdict: "unmatched",
    why:
      codes.length > 0 && !saysCharge(line.details)
        ? `It reverses ${codes.slice(0, 3).join(" and ")}, which is not on record.`
        : "Money that went out. It names no payment that it reverses.",
  };
}
