import { compareTexts } from "../../compare-texts.ts";
import type { Day } from "../../day.ts";
import { formatCents, toCents } from "../../money.ts";
import type { Account, Allocation } from "../account.ts";
import { type Candidate, candidatesOf, cluesOf, nameOf } from "./clues.ts";
import { codesNamedIn, speaksOfReversal } from "./codes.ts";
import { identityOf } from "./identity.ts";
import type { StatementLine } from "./line.ts";
import type { FoundClient, Known, LookupResults, RecordedPayment } from "./lookup-results.ts";
import {
  earlierDecision,
  isNear,
  recordedIn,
  recordedText,
  rewrittenDoubt,
  sumIn,
  typedDoubt,
} from "./on-record.ts";
import { type Opinion, opinionOf } from "./opinion.ts";
import { type Proposal, propose } from "./proposal.ts";
import { referencesIn } from "./references.ts";
import { type Reversal, type Reversals, reversalsIn } from "./reversals.ts";

export type Verdict = "recorded" | "sure" | "doubtful" | "unmatched" | "reversal";

export type Match = {
  line: StatementLine;
  identity: string;
  verdict: Verdict;
  client_id?: string | undefined;
  /** The charges it pays, in cents; the rest of the amount is credit. */
  to?: Allocation[] | undefined;
  /** The part that is not recorded yet, if another part is. */
  rest_cents?: number | undefined;
  /** The payment on record: of a recorded line, of one that waits, or the one that is reversed. */
  payment_id?: string | undefined;
  /** The identity of the line of this call that is reversed. */
  reverses?: string | undefined;
  candidates: Candidate[];
  /** One or two sentences. */
  why: string;
};

/** More reasons are too long to read. */
const MAX_DOUBTS = 3;

type Call = Reversals & {
  results: LookupResults;
  today: Day;
  recordedUnder: (code: string) => RecordedPayment[];
  clients: ReadonlyMap<string, FoundClient>;
  /** The accounts after the lines so far. */
  accounts: Map<string, Account>;
  /** Accounts of which an earlier line is not sure, by client and currency. */
  unsure: Set<string>;
  byIdentity: ReadonlyMap<string, readonly StatementLine[]>;
  /** The payments that are on record for lines of this call. */
  onRecord: ReadonlySet<string>;
};

/**
 * Says for each line of a call what it is. "Sure" means that nothing contradicts; it changes nothing. Earlier days come
 * first, so that the next line of a client sees the account after the one before.
 */
export function matchLines(lines: readonly StatementLine[], results: LookupResults, today: Day): Match[] {
  const copies = lines.map((line) => ({ ...line }));
  const clients = clientsIn(results);
  const recordedUnder = recordedIn(results, (id) => nameOf(clients.get(id) ?? unnamed));
  const call: Call = {
    ...reversalsIn(copies, results, recordedUnder),
    results,
    today,
    recordedUnder,
    clients,
    accounts: new Map(results.accounts),
    unsure: new Set(),
    // M-Pesa's fees have the code of their payment.
    byIdentity: Map.groupBy(
      copies.filter(({ amount }) => amount > 0),
      identityOf,
    ),
    onRecord: new Set(copies.flatMap((line) => idsOf(results.known.get(identityOf(line))))),
  };
  const sorted = copies.toSorted((a, b) => compareTexts(a.paid_on, b.paid_on));
  const matches = new Map(sorted.map((line) => [line, matchOf(line, call)]));
  return copies.flatMap((line) => matches.get(line) ?? []);
}

const idsOf = ({ recorded = [], unmatched }: Known = {}): string[] => [
  ...recorded.map(({ id }) => id),
  ...(unmatched ? [unmatched.id] : []),
];

const unnamed = { name: "", company: "" };

const clientsIn = ({ references, phones, names }: LookupResults): Map<string, FoundClient> =>
  new Map(
    [references.values(), [...phones.values()].flat(), [...names.values()].flat()]
      .flatMap((clients) => [...clients])
      .map((client) => [client.id, client]),
  );

function matchOf(line: StatementLine, call: Call): Match {
  const identity = identityOf(line);
  const clues = cluesOf(line, call.results);
  const base = { line, identity, candidates: candidatesOf(clues) };
  const cents = toCents(line.amount);
  if (!cents)
    return { ...base, verdict: "unmatched", why: "The amount is zero, so there is nothing to record." };
  const recorded = call.recordedUnder(identity);
  const reversal = call.reversals.get(line);
  if (reversal && (cents < 0 || recorded.length === 0))
    return { ...base, ...reversal, ...ignoredReversal(reversal, call.results.known.get(identity)) };
  const rest = cents - sumIn(recorded, line.currency);
  const isOther = recorded.length > 0 && isOtherPayment(line, recorded);
  if (
    !isOther &&
    recorded.length > 0 &&
    rest > 0 &&
    recorded.every(({ currency }) => currency === line.currency)
  )
    return restMatch(base, recorded, rest, call);
  const [payment] = recorded;
  if (payment && !isOther) {
    const { client_id, id: payment_id } = payment;
    const why = recordedText(recorded, line) + otherAccountText(recorded, line, call);
    return { ...base, candidates: [], verdict: "recorded", client_id, payment_id, why };
  }
  return newMatch(base, opinionOf(line, clues), call);
}

/** The line can name another account than the payment was recorded for. */
function otherAccountText(
  recorded: readonly RecordedPayment[],
  line: StatementLine,
  { results }: Call,
): string {
  const named = referencesIn(line.account).references.flatMap(
    (reference) => results.references.get(reference) ?? [],
  );
  const [client] = named;
  const isOther = named.length === 1 && recorded.every(({ client_id }) => client_id !== client?.id);
  return client && isOther ? ` The statement has the account number of ${client.name}.` : "";
}

/** A bank's own reference can look like a code of M-Pesa: then day or amount are others. */
const isOtherPayment = (line: StatementLine, recorded: readonly RecordedPayment[]): boolean =>
  line.method === "bank" &&
  (sumIn(recorded, line.currency) !== toCents(line.amount) ||
    !recorded.some(({ paid_on }) => isNear(paid_on, line.paid_on)));

const ignoredReversal = ({ why }: Reversal, known: Known | undefined) =>
  known?.ignored && { verdict: "unmatched" as const, why: `${earlierDecision(known)}. ${why}` };

type Base = Pick<Match, "line" | "identity" | "candidates">;

/** A part of the line is recorded: the rest is offered for the same client. */
function restMatch(base: Base, recorded: readonly RecordedPayment[], rest: number, call: Call): Match {
  const { line } = base;
  const [client_id, ...others] = new Set(recorded.map((payment) => payment.client_id));
  const client = others.length === 0 ? client_id : undefined;
  const proposal = proposalFor(client, base, rest, call);
  if (proposal && client !== undefined) applyProposal(client, line, proposal, call, { isSure: false });
  const text = recordedText(recorded, { ...line, amount: sumIn(recorded, line.currency) / 100 });
  const decision = earlierDecision(call.results.known.get(base.identity));
  return {
    ...base,
    verdict: "doubtful",
    ...(client !== undefined && { client_id: client }),
    ...(proposal && { to: proposal.to }),
    rest_cents: rest,
    payment_id: recorded[0]?.id,
    why: `${text} ${formatCents(rest, line.currency)} of the line is left${decision ? `, and ${decision}` : ""}.`,
  };
}

/** A line of which nothing is recorded. */
function newMatch(base: Base, opinion: Opinion, call: Call): Match {
  const { line, identity } = base;
  const { client } = opinion;
  const cents = toCents(line.amount);
  const proposal = proposalFor(client?.id, base, cents, call);
  const rewritten = rewrittenDoubt(line, client?.id, call.results.booked, call.onRecord);
  const doubts = [
    ...(rewritten === undefined ? [] : [rewritten]),
    ...lineDoubts(line, identity, call),
    ...opinion.doubts,
    ...(client ? clientDoubts(client, line, proposal, call) : []),
  ];
  const isPlaced = client !== undefined || base.candidates.length > 0;
  const verdictIfPlaced = client && doubts.length === 0 ? "sure" : "doubtful";
  const verdict = isPlaced ? verdictIfPlaced : "unmatched";
  const isOwn = !call.reversed.has(line) && call.byIdentity.get(identity)?.[0] === line;
  if (client && proposal && isOwn)
    applyProposal(client.id, line, proposal, call, { isSure: verdict === "sure" });
  const payment_id = call.results.known.get(identity)?.unmatched?.id;
  return {
    ...base,
    verdict,
    ...(client && { client_id: client.id }),
    ...(proposal && { to: proposal.to }),
    ...(payment_id !== undefined && { payment_id }),
    why: whyOf(opinion.lead, verdict, doubts, proposal),
  };
}

function whyOf(
  lead: string,
  verdict: Verdict,
  doubts: readonly string[],
  proposal: Proposal | undefined,
): string {
  if (verdict === "sure") return `${lead} ${proposal?.says ?? ""}`.trim();
  const reasons = doubts.slice(0, MAX_DOUBTS).join("; ");
  if (reasons === "") return lead;
  return verdict === "doubtful" ? `${lead} But ${reasons}.` : `${lead} Also: ${reasons}.`;
}

/** Why the line is not sure, whatever client it is of. */
function lineDoubts(line: StatementLine, identity: string, call: Call): string[] {
  const same = call.byIdentity.get(identity) ?? [];
  const isSameMoney = same.every(
    ({ amount, currency }) => amount === line.amount && currency === line.currency,
  );
  const named = codesNamedIn(line).find((code) => call.recordedUnder(code).length > 0);
  const recorded = call.recordedUnder(identity);
  return [
    earlierDecision(call.results.known.get(identity)),
    call.reversed.get(line),
    same.length > 1 && !isSameMoney && "another line of this statement has the same code and another amount",
    same[0] !== line && isSameMoney && "another line of this statement is the same payment",
    isCopy(line, call) && "another line of this statement is the same in everything",
    recorded.length > 0 && `its code is on record. ${recordedText(recorded, line).replace(/\.$/, "")}`,
    named !== undefined && `it names ${named}, which is recorded already`,
    line.paid_on > call.today && "its day is after today",
    line.method === "mpesa" && line.currency !== "KES" && "M-Pesa takes only Kenya shillings",
    speaksOfReversal(line) && !call.reversed.has(line) && "it speaks of a reversal",
  ].filter((doubt) => typeof doubt === "string");
}

/** Whether nothing tells a line from an earlier one of its file, not even the balance. */
function isCopy(line: StatementLine, { byIdentity }: Call): boolean {
  const { copy = 1, balance } = line;
  if (copy === 1) return false;
  const earlier = Array.from({ length: copy - 1 }, (_, at) => identityOf({ ...line, copy: at + 1 }));
  const lines = earlier.flatMap((identity) => byIdentity.get(identity) ?? []);
  return balance === undefined || lines.length === 0 || lines.some((line) => line.balance === balance);
}

/** Why a line is not surely of this client, although the texts say so. */
function clientDoubts(
  client: FoundClient,
  line: StatementLine,
  proposal: Proposal | undefined,
  { results, unsure }: Call,
): string[] {
  return [
    typedDoubt(line, results.typed.get(client.id) ?? []),
    client.erased ? "the client's data was erased" : !client.active && "the client is inactive",
    proposal ? proposal.doubt : "their account could not be read",
    unsure.has(`${client.id} ${line.currency}`) && "an earlier line that can be theirs is not decided yet",
  ].filter((doubt) => typeof doubt === "string");
}

function proposalFor(
  client_id: string | undefined,
  { line, identity }: Base,
  cents: number,
  { accounts, today }: Call,
): Proposal | undefined {
  const account = accounts.get(client_id ?? "");
  const { currency, paid_on } = line;
  return account && propose(account, { id: identity, cents, currency, paid_on }, today);
}

function applyProposal(
  client_id: string,
  line: StatementLine,
  { after }: Proposal,
  call: Call,
  { isSure }: { isSure: boolean },
): void {
  call.accounts.set(client_id, after);
  if (!isSure) call.unsure.add(`${client_id} ${line.currency}`);
}
