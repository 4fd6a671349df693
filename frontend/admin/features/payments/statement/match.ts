import type { Client } from "../../../../../shared/clients.ts";
import { addDays, type Day } from "../../../../../shared/day.ts";
import {
  type Currency,
  currencyNames,
  currencyOf,
  formatCents,
  leftCents,
  toCents,
} from "../../../../../shared/money.ts";
import { periodsOf } from "../../../../../shared/payable.ts";
import { dueCents, type Share, shareOut } from "../../../../../shared/paying.ts";
import { spaced } from "../../../../../shared/payment-reference.ts";
import type { KnownLine } from "../../../../../shared/statement-lines.ts";
import type { Subscription } from "../../../../../shared/subscriptions.ts";
import { inTurns } from "../../../csv/turns.ts";
import { formatDay, formatInstant } from "../../../words/dates.ts";
import { type Book, closeTo, type Sold } from "./book.ts";
import type { Line } from "./read.ts";

// Whose a line is: by the payment reference, then by the amount and a period that is open, then by name and phone. Sure
// is what leaves one answer; where there are more, or one that rests on less, a person says.

/** What recording a line for a subscription does. */
export type Plan = { periods: number; due: number; period: Day; shares: readonly Share[]; says: string };
export type Candidate = Sold & { plan: Plan };
export type State = "sure" | "doubtful" | "unmatched" | "recorded" | "aside";
export type Match = { state: State; why: string; candidates: readonly Candidate[] };

/** So many are offered. */
const most = 8;
/** More that only the amount speaks for say nothing. */
const mostByAmount = 5;
/** Days before a period is due in which its payment is no surprise. */
const ahead = 31;

type Periods = ReturnType<typeof periodsOf>;
// Many lines may be one subscription's.
const firsts = new WeakMap<Subscription, Periods>();
const years = new WeakMap<Subscription, Periods>();

function known(worked: WeakMap<Subscription, Periods>, subscription: Subscription, atMost?: number): Periods {
  const periods = worked.get(subscription) ?? periodsOf(subscription, atMost);
  worked.set(subscription, periods);
  return periods;
}

/**
 * What a payment of so many cents pays, by the rules that every payment goes by: less than is due is a part of it, more
 * is for the periods after it. Undefined where it would pay more than twelve, or nothing is due any more.
 */
export function planOf(subscription: Subscription, cents: number): Plan | undefined {
  // Most pay one: the dates of a year are worked out where one is not enough.
  const [next] = known(firsts, subscription, 1);
  const periods = next && next.cents >= cents ? [next] : known(years, subscription);
  const enough = periods.findIndex((_, index) => dueCents(periods.slice(0, index + 1)) >= cents) + 1;
  const [first] = periods;
  const money = (cents: number) => formatCents(cents, currencyOf(subscription));
  if (!first || enough === 0 || first.cents === 0) return undefined;
  const due = periods.slice(0, enough);
  const shares = shareOut(due, cents, false);
  const left = dueCents(due) - cents;
  const [last, whole] = [formatDay(due.at(-1)?.period ?? ""), left === 0 ? enough : enough - 1];
  const pays =
    whole === 1
      ? `the period due ${formatDay(first.period)}`
      : `${whole} periods from ${formatDay(first.period)}`;
  const over = money(shares.at(-1)?.cents ?? 0);
  const says =
    whole === 0
      ? `a part of the period due ${last}; ${money(left)} stays due`
      : left === 0
        ? pays
        : `${pays}, and ${over} is credit for the one due ${last}`;
  return { periods: enough, due: dueCents(due), period: first.period, shares, says };
}

export const nameOfSold = ({ client, subscription }: Sold): string =>
  [client.name, subscription.service].filter(Boolean).join(", ");

const candidate = (sold: Sold, cents: number): Candidate[] => {
  const plan = planOf(sold.subscription, cents);
  return plan ? [{ ...sold, plan }] : [];
};

export type Before = {
  known?: KnownLine | undefined;
  /** A payment on record that somebody typed with its number. */
  typed?: { client_name: string; paid_on: Day; amount: number; currency?: Currency | undefined } | undefined;
};

/** `taken`: the subscriptions that another line of the file pays surely. */
export function matchOf(line: Line, book: Book, taken: ReadonlySet<string>, before: Before): Match {
  const { known, typed } = before;
  const recorded = known?.recorded ?? (known?.undone ? undefined : typed);
  if (recorded)
    return {
      state: "recorded",
      why: `Already recorded: ${formatCents(toCents(recorded.amount), currencyOf(recorded))} on ${formatDay(recorded.paid_on)} for ${recorded.client_name}.`,
      candidates: [],
    };
  const found = foundBy(line, book, taken);
  if (known?.aside) {
    const { name, at, reason } = known.aside;
    const why = `Set aside by ${name} on ${formatInstant(at)}: ${reason}`;
    return { ...found, state: "aside", why };
  }
  if (known?.undone) {
    const { name, at } = known.undone;
    const why = `Was recorded, and undone by ${name} on ${formatInstant(at)}. ${found.why}`;
    return { ...found, state: found.candidates.length > 0 ? "doubtful" : "unmatched", why };
  }
  return found;
}

function foundBy(line: Line, book: Book, taken: ReadonlySet<string>): Match {
  const { clients, said } = book.referencesIn(line);
  const [client, ...others] = clients;
  if (client)
    return others.length === 0 ? ofClient(client, line, book, taken) : ofSeveral(clients, line, book);
  return ofNobody(line, book, taken, said);
}

function ofClient(client: Client, line: Line, book: Book, taken: ReadonlySet<string>): Match {
  const { cents, currency } = line;
  const by = `Reference ${spaced(client.payment_reference ?? "")} of ${client.name}`;
  const sold = book.ofClient(client.id, line.currency);
  const candidates = sold.flatMap((one) => candidate(one, cents));
  if (candidates.length === 0)
    return {
      state: "unmatched",
      why:
        sold.length === 0
          ? `${by}, who has nothing active to pay in ${currencyNames[currency]}.`
          : `${by}; ${formatCents(cents, currency)} is for more than twelve periods: record it by hand.`,
      candidates,
    };
  const exact = candidates.filter(({ subscription }) => leftCents(subscription) === cents);
  const [one, ...more] = exact.length > 0 ? exact : candidates;
  if (!one || more.length > 0) {
    const fit =
      exact.length > 0 ? `${exact.length} of their subscriptions cost this` : "the amount is none of theirs";
    return {
      state: "doubtful",
      why: `${by}; ${fit}.`,
      candidates: (exact.length > 0 ? exact : candidates).slice(0, most),
    };
  }
  const doubt = doubtOf(one, line, taken);
  if (doubt) return { state: "doubtful", why: `${by}; ${doubt}`, candidates: [one] };
  if (one.plan.periods > 1)
    return { state: "doubtful", why: `${by}; it is more than is due: ${one.plan.says}.`, candidates: [one] };
  const exactly = leftCents(one.subscription) === cents;
  const what = exactly ? `what is due ${formatDay(one.plan.period)}` : one.plan.says;
  return { state: "sure", why: `${by}: ${what}.`, candidates: [one] };
}

/** Why the only answer is not sure. */
function doubtOf(
  { subscription, plan }: Candidate,
  { paid_on }: Line,
  taken: ReadonlySet<string>,
): string | undefined {
  if (taken.has(subscription.id))
    return "another line of this file pays that period: this is one more payment.";
  if (plan.period > addDays(paid_on, ahead)) return `nothing is due before ${formatDay(plan.period)}.`;
  return undefined;
}

const ofSeveral = (clients: readonly Client[], line: Line, book: Book): Match => ({
  state: "doubtful",
  why: `References of ${clients.map(({ name }) => name).join(" and ")} stand in it.`,
  candidates: clients
    .flatMap(({ id }) => book.ofClient(id, line.currency))
    .flatMap((sold) => candidate(sold, line.cents))
    .slice(0, most),
});

function ofNobody(line: Line, book: Book, taken: ReadonlySet<string>, said: string | undefined): Match {
  const { cents, currency } = line;
  const last = addDays(line.paid_on, ahead);
  const open = book
    .withLeft(cents, currency)
    .filter(({ subscription }) => subscription.next_billing_date <= last);
  const byPhone = book.withPhone(line.phone);
  const byName = book.withName(line.payer);
  const persons = new Set([...byPhone.clients, ...byName].map(({ id }) => id));
  const fits = open.filter(({ client }) => persons.has(client.id));
  const [fit] = fits;
  const slip = said ? `${said} ` : "";
  if (
    fit &&
    fits.length === 1 &&
    !said &&
    byPhone.whole &&
    byPhone.clients.length === 1 &&
    byPhone.clients[0] === fit.client
  ) {
    const [one] = candidate(fit, cents);
    const why = `No reference; the phone number is that of ${fit.client.name}, and this is what is due on ${formatDay(fit.subscription.next_billing_date)}`;
    const doubt = one && doubtOf(one, line, taken);
    if (one)
      return {
        state: doubt ? "doubtful" : "sure",
        why: doubt ? `${why}; ${doubt}` : `${why}.`,
        candidates: [one],
      };
  }
  const near = closeTo(line, book);
  const ofPersons = [...byPhone.clients, ...byName].flatMap(({ id }) => book.ofClient(id, currency));
  const byAmount = open.length <= mostByAmount ? open : [];
  const all = [...near.flatMap(({ id }) => book.ofClient(id, currency)), ...fits, ...ofPersons, ...byAmount];
  const candidates = [...new Map(all.map((sold) => [sold.subscription.id, sold])).values()]
    .slice(0, most)
    .flatMap((sold) => candidate(sold, cents));
  const reasons = [
    near.length > 0 && `one slip away from the reference of ${namesOf(near)}`,
    byPhone.clients.length > 0 && `the phone number fits ${namesOf(byPhone.clients)}`,
    byName.length > 0 && `the name fits ${namesOf(byName)}`,
    byAmount.length > 0 && `this amount is open for ${namesOf(byAmount.map(({ client }) => client))}`,
    open.length > mostByAmount && `this amount is open for ${open.length} subscriptions`,
  ].filter((reason) => typeof reason === "string");
  const because =
    reasons.length > 0 ? `${slip}${said ? "But" : "No reference; but"} ${reasons.join("; ")}.` : "";
  if (candidates.length === 0)
    return {
      state: "unmatched",
      why: because || `${slip || "No reference. "}Neither amount, name nor phone number fits anybody.`,
      candidates,
    };
  return { state: "doubtful", why: because, candidates };
}

const namesOf = (clients: readonly Client[]): string => {
  const names = [...new Set(clients.map(({ name }) => name))];
  return names.length > 3
    ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
    : names.join(" and ");
};

/** All lines, the earliest payment first: what one pays surely is not open to the next. */
export async function matchAll(
  lines: readonly Line[],
  book: Book,
  beforeOf: (line: Line) => Before,
  onProgress: (share: number) => void,
): Promise<Map<string, Match>> {
  const turn = inTurns(onProgress);
  const taken = new Set<string>();
  const matches = new Map<string, Match>();
  const inTime = [...lines].sort((one, other) =>
    one.paid_on < other.paid_on ? -1 : one.paid_on > other.paid_on ? 1 : 0,
  );
  for (const [index, line] of inTime.entries()) {
    await turn(index / lines.length);
    const match = matchOf(line, book, taken, beforeOf(line));
    if (match.state === "sure") for (const { subscription } of match.candidates) taken.add(subscription.id);
    matches.set(line.id, match);
  }
  return matches;
}
