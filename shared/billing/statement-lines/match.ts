import type { Client } from "../../clients/client.ts";
import { formatDay, formatInstant } from "../../dates.ts";
import { addDays, type Day } from "../../day.ts";
import type { YieldNow } from "../../imports/table.ts";
import { type Currency, currencyNames, currencyOf, formatCents, leftCents, toCents } from "../../money.ts";
import type { KnownLine } from "../../payments/statement-line.ts";
import { formatReference } from "../payment-reference.ts";
import { type LinePlan, planOf } from "./line-plan.ts";
import type { MatchIndex, Payable } from "./match-index.ts";
import { nearReferences } from "./near-references.ts";
import type { Line } from "./read.ts";

// Matches a line by payment reference, else by amount and open period, else by name and phone. A match is sure only if
// one subscription remains and nothing contradicts it. Otherwise a person decides.

export type Candidate = Payable & { plan: LinePlan };
export type State = "sure" | "doubtful" | "unmatched" | "recorded" | "ignored";
export type Match = { state: State; why: string; candidates: readonly Candidate[] };

const MAX_CANDIDATES = 8;
/** If more subscriptions have this amount, the amount alone is no hint. */
const MAX_BY_AMOUNT = 5;
/** Paying a period this long before it is due is usual. */
const EARLY_PAYMENT_DAYS = 31;

const candidate = (payable: Payable, cents: number): Candidate[] => {
  const plan = planOf(payable.subscription, cents);
  return plan ? [{ ...payable, plan }] : [];
};

/** What the records already say about a line. */
export type KnownBefore = {
  known?: KnownLine | undefined;
  /** A recorded payment that somebody typed with the line's number. */
  typed?: { client_name: string; paid_on: Day; amount: number; currency?: Currency | undefined } | undefined;
};

/** `taken`: subscriptions that another line of the file surely pays. */
export function matchOf(
  line: Line,
  matchIndex: MatchIndex,
  taken: ReadonlySet<string>,
  before: KnownBefore,
): Match {
  const { known, typed } = before;
  const recorded = known?.recorded ?? (known?.undone ? undefined : typed);
  if (recorded)
    return {
      state: "recorded",
      why: `Already recorded: ${formatCents(toCents(recorded.amount), currencyOf(recorded))} on ${formatDay(recorded.paid_on)} for ${recorded.client_name}.`,
      candidates: [],
    };
  const found = findMatch(line, matchIndex, taken);
  if (known?.ignored) {
    const { name, at, reason } = known.ignored;
    const why = `Ignored by ${name} on ${formatInstant(at)}: ${reason}`;
    return { ...found, state: "ignored", why };
  }
  if (known?.undone) {
    const { name, at } = known.undone;
    const why = `Was recorded, and undone by ${name} on ${formatInstant(at)}. ${found.why}`;
    return { ...found, state: found.candidates.length > 0 ? "doubtful" : "unmatched", why };
  }
  return found;
}

function findMatch(line: Line, matchIndex: MatchIndex, taken: ReadonlySet<string>): Match {
  const { clients, problem } = matchIndex.referencesIn(line);
  const [client, ...others] = clients;
  if (client)
    return others.length === 0
      ? matchClient(client, line, matchIndex, taken)
      : matchSeveral(clients, line, matchIndex);
  return matchWithoutReference(line, matchIndex, taken, problem);
}

function matchClient(client: Client, line: Line, matchIndex: MatchIndex, taken: ReadonlySet<string>): Match {
  const { cents, currency } = line;
  const by = `Reference ${formatReference(client.payment_reference ?? "")} of ${client.name}`;
  const payables = matchIndex.ofClient(client.id, line.currency);
  const candidates = payables.flatMap((one) => candidate(one, cents));
  if (candidates.length === 0)
    return {
      state: "unmatched",
      why:
        payables.length === 0
          ? `${by}, who has no active subscription in ${currencyNames[currency]}.`
          : `${by}; ${formatCents(cents, currency)} would pay more than twelve periods. Record it by hand.`,
      candidates,
    };
  const exact = candidates.filter(({ subscription }) => leftCents(subscription) === cents);
  const [one, ...more] = exact.length > 0 ? exact : candidates;
  if (!one || more.length > 0) {
    const fit =
      exact.length > 0
        ? `${exact.length} of their subscriptions have this amount`
        : "none of their subscriptions has this amount";
    return {
      state: "doubtful",
      why: `${by}; ${fit}.`,
      candidates: (exact.length > 0 ? exact : candidates).slice(0, MAX_CANDIDATES),
    };
  }
  const doubt = doubtOf(one, line, taken);
  if (doubt) return { state: "doubtful", why: `${by}; ${doubt}`, candidates: [one] };
  if (one.plan.periods > 1)
    return {
      state: "doubtful",
      why: `${by}; it is more than the amount due: ${one.plan.says}.`,
      candidates: [one],
    };
  const exactly = leftCents(one.subscription) === cents;
  const what = exactly ? `the amount due ${formatDay(one.plan.period)}` : one.plan.says;
  return { state: "sure", why: `${by}: ${what}.`, candidates: [one] };
}

/** Why the only candidate is not sure. */
function doubtOf(
  { subscription, plan }: Candidate,
  { paid_on }: Line,
  taken: ReadonlySet<string>,
): string | undefined {
  if (taken.has(subscription.id)) return "another line of this file pays the same period.";
  if (plan.period > addDays(paid_on, EARLY_PAYMENT_DAYS))
    return `nothing is due before ${formatDay(plan.period)}.`;
  return undefined;
}

const matchSeveral = (clients: readonly Client[], line: Line, matchIndex: MatchIndex): Match => ({
  state: "doubtful",
  why: `It contains the references of ${clients.map(({ name }) => name).join(" and ")}.`,
  candidates: clients
    .flatMap(({ id }) => matchIndex.ofClient(id, line.currency))
    .flatMap((payable) => candidate(payable, line.cents))
    .slice(0, MAX_CANDIDATES),
});

function matchWithoutReference(
  line: Line,
  matchIndex: MatchIndex,
  taken: ReadonlySet<string>,
  problem: string | undefined,
): Match {
  const { cents, currency } = line;
  const last = addDays(line.paid_on, EARLY_PAYMENT_DAYS);
  const open = matchIndex
    .withLeft(cents, currency)
    .filter(({ subscription }) => subscription.next_billing_date <= last);
  const byPhone = matchIndex.withPhone(line.phone);
  const byName = matchIndex.withName(line.payer);
  const persons = new Set([...byPhone.clients, ...byName].map(({ id }) => id));
  const byPerson = open.filter(({ client }) => persons.has(client.id));
  const [match] = byPerson;
  const prefix = problem ? `${problem} ` : "";
  if (
    match &&
    byPerson.length === 1 &&
    !problem &&
    byPhone.complete &&
    byPhone.clients.length === 1 &&
    byPhone.clients[0] === match.client
  ) {
    const [one] = candidate(match, cents);
    const why = `No reference; the phone number belongs to ${match.client.name}, and this is the amount due on ${formatDay(match.subscription.next_billing_date)}`;
    const doubt = one && doubtOf(one, line, taken);
    if (one)
      return {
        state: doubt ? "doubtful" : "sure",
        why: doubt ? `${why}; ${doubt}` : `${why}.`,
        candidates: [one],
      };
  }
  const near = nearReferences(line, matchIndex);
  const ofPersons = [...byPhone.clients, ...byName].flatMap(({ id }) => matchIndex.ofClient(id, currency));
  const byAmount = open.length <= MAX_BY_AMOUNT ? open : [];
  const ofNear = near.flatMap(({ id }) => matchIndex.ofClient(id, currency));
  const all = [...ofNear, ...byPerson, ...ofPersons, ...byAmount];
  const candidates = [...new Map(all.map((payable) => [payable.subscription.id, payable])).values()]
    .slice(0, MAX_CANDIDATES)
    .flatMap((payable) => candidate(payable, cents));
  const reasons = [
    near.length > 0 && `it is one typing mistake away from the reference of ${namesOf(near)}`,
    byPhone.clients.length > 0 && `the phone number matches ${namesOf(byPhone.clients)}`,
    byName.length > 0 && `the name matches ${namesOf(byName)}`,
    byAmount.length > 0 && `this amount is due from ${namesOf(byAmount.map(({ client }) => client))}`,
    open.length > MAX_BY_AMOUNT && `this amount is due for ${open.length} subscriptions`,
  ].filter((reason) => typeof reason === "string");
  const because =
    reasons.length > 0 ? `${prefix}${problem ? "But" : "No reference; but"} ${reasons.join("; ")}.` : "";
  if (candidates.length === 0)
    return {
      state: "unmatched",
      why: because || `${prefix || "No reference. "}Amount, name and phone number match no client.`,
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

/** Matches all lines, earliest payment first: a period that one line surely pays is taken for the next. */
export async function matchAll(
  lines: readonly Line[],
  matchIndex: MatchIndex,
  knownBefore: (line: Line) => KnownBefore,
  yieldNow: YieldNow,
): Promise<Map<string, Match>> {
  const taken = new Set<string>();
  const matches = new Map<string, Match>();
  const byDate = [...lines].sort((one, other) =>
    one.paid_on < other.paid_on ? -1 : one.paid_on > other.paid_on ? 1 : 0,
  );
  for (const [index, line] of byDate.entries()) {
    await yieldNow(index / lines.length);
    const match = matchOf(line, matchIndex, taken, knownBefore(line));
    if (match.state === "sure") for (const { subscription } of match.candidates) taken.add(subscription.id);
    matches.set(line.id, match);
  }
  return matches;
}
