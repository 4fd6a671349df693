import pLimit from "p-limit";
import { periodOf } from "../../shared/billing/account.ts";
import { bareReference, codesNamedIn, ownCodeOf } from "../../shared/billing/matching/codes.ts";
import { identityOf, numbered } from "../../shared/billing/matching/identity.ts";
import type {
  FoundClient,
  FoundPayment,
  Known,
  LookupResults,
} from "../../shared/billing/matching/lookup-results.ts";
import { type Lookups, lookupsOf } from "../../shared/billing/matching/lookups.ts";
import { type Match, matchLines } from "../../shared/billing/matching/match-lines.ts";
import { isReversal } from "../../shared/billing/matching/reversals.ts";
import type { Client } from "../../shared/clients/client.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { fromCents, toCents } from "../../shared/money.ts";
import type { LineMatch, StatementLine } from "../../shared/payments/statement-line.ts";
import { hasClient, isReversed, PaymentRow, readPaymentRow } from "../ledger/payment-row.ts";
import { readAccounts } from "../ledger/read-accounts.ts";
import {
  ignoredIn,
  type LineState,
  lineKeyOf,
  readLines,
  recordedIn,
  waitingIn,
} from "../ledger/statement-lines.ts";
import { queryAll } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import * as clients from "../stores/client-store.ts";
import { clientsWith, type LookupKind } from "../stores/lookup-store.ts";

/** People type a payment under a day that differs from the statement's by at most this. */
const DATE_TOLERANCE_DAYS = 7;
const PARALLEL_QUERIES = 10;

/** Whose each line is, for a response. Changes nothing. */
export async function matchesOnWire(lines: readonly StatementLine[], today: Day): Promise<LineMatch[]> {
  const several = numbered(lines);
  const lookups = await find(several);
  return matchLines(several, lookups, today).map((match) => onWire(match, lookups));
}

/** The same with each line, as the server needs it. */
export async function matchesOf<L extends StatementLine>(
  lines: readonly L[],
  today: Day,
): Promise<{ line: L; match: Match }[]> {
  const several = numbered(lines);
  const matches = matchLines(several, await find(several), today);
  return lines.map((line, index) => ({ line, match: matches[index] as Match }));
}

function onWire(match: Match, results: LookupResults): LineMatch {
  const { line, verdict, client_id, to, rest_cents, payment_id, why } = match;
  const names = namesIn(results);
  const nameOf = (id: string) => names.get(id) ?? "Unknown Client";
  return {
    ...(line.code !== undefined && { code: line.code }),
    verdict,
    ...(client_id !== undefined && { client_id, client_name: nameOf(client_id) }),
    ...(to && {
      to: to.map(({ charge_id, cents }) => ({
        ...(periodOf(charge_id) ?? { charge_id }),
        amount: fromCents(cents),
      })),
    }),
    ...(rest_cents !== undefined && { rest: fromCents(rest_cents) }),
    ...(payment_id !== undefined && { payment_id }),
    ...(results.known.get(match.identity)?.unmatched && { waiting: true as const }),
    ...(isDecided(results.known.get(match.identity)) && { ignored: true as const }),
    why,
    candidates: match.candidates.map((candidate) => ({
      ...candidate,
      client_name: nameOf(candidate.client_id),
    })),
  };
}

/** A person ignored the line, or M-Pesa took it back, so nobody has to do anything. */
const isDecided = (known: Known | undefined): boolean =>
  known?.ignored !== undefined || known?.reversed === true;

const namesIn = ({ references, phones, names, known }: LookupResults): Map<string, string> =>
  new Map([
    ...[...references.values(), ...[...phones.values(), ...names.values()].flat()].map(
      ({ id, name }): [string, string] => [id, name],
    ),
    ...[...known.values()].flatMap(({ recorded = [] }) =>
      recorded.map(({ client_id, client_name }): [string, string] => [client_id, client_name]),
    ),
  ]);

/** Looks up all that matching needs. */
async function find(lines: readonly StatementLine[]): Promise<LookupResults> {
  const wantedLookups = lines.map(lookupsOf);
  const keysOf = (name: keyof Lookups) => new Set(wantedLookups.flatMap((lookups) => lookups[name]));
  const codes = lines.filter(isReversal).map(ownCodeOf).filter(Boolean);
  const identities = new Set([...lines.map(identityOf), ...keysOf("codes"), ...codes]);
  const [ids, states] = await Promise.all([
    clientsWith({
      reference: new Set([...keysOf("references"), ...keysOf("near")]),
      phone: keysOf("phones"),
      name: keysOf("names"),
    }),
    readLines([...identities].map(lineKeyOf)),
  ]);
  const withReference = await bankPayments(lines);
  for (const [code, payment] of reversedBankPayments(lines, withReference)) {
    const key = lineKeyOf(code);
    if (states.get(key)?.payments.length === 0) states.set(key, { key, row: undefined, payments: [payment] });
  }
  const recordedFor = [...states.values()].flatMap(recordedIn).map(({ client_id }) => client_id);
  const foundIds = [...new Set([...Object.values(ids).flatMap((byKey) => [...byKey.values()].flat())])];
  const booked = [...withReference.values()].flat();
  const bookedFor = booked.filter(hasClient).map(({ client_id }) => client_id);
  const rows = await clients.getMany([...foundIds, ...recordedFor, ...bookedFor]);
  const real = [...new Set([...foundIds, ...recordedFor])].filter(
    (id) => rows.get(id) && !rows.get(id)?.sample,
  );
  const [accounts, ofClients] = await Promise.all([readAccounts(real), paymentsOf(real, lines)]);
  const clientsOf = (kind: LookupKind): [string, FoundClient[]][] =>
    [...ids[kind]].map(([key, clientIds]) => [key, clientIds.flatMap((id) => foundClient(rows.get(id)))]);
  return {
    references: new Map(clientsOf("reference").flatMap(([key, [client]]) => (client ? [[key, client]] : []))),
    phones: new Map(clientsOf("phone")),
    names: new Map(clientsOf("name")),
    accounts,
    known: new Map(
      [...identities].map((identity) => [identity, knownOf(states.get(lineKeyOf(identity)), rows)]),
    ),
    typed: new Map(
      [...ofClients].map(([id, payments]) => [
        id,
        payments
          .filter(({ state, source }) => state === "recorded" && source === "hand")
          .map((payment) => foundPayment(payment, rows)),
      ]),
    ),
    booked: [...booked, ...[...ofClients.values()].flat()]
      .filter(({ source }) => source !== "hand")
      .map((payment) => ({ ...foundPayment(payment, rows), cents: payment.line_cents ?? payment.cents })),
  };
}

/** The payments of bank lines with the references of these lines and those that they reverse, by reference. */
async function bankPayments(lines: readonly StatementLine[]): Promise<Map<string, PaymentRow[]>> {
  const limit = pLimit(PARALLEL_QUERIES);
  const codes = lines
    .filter(({ method }) => method === "bank")
    .flatMap((line) => [ownCodeOf(line), ...(isReversal(line) ? codesNamedIn(line) : [])]);
  const query = async (code: string): Promise<[string, PaymentRow[]]> => {
    const items = await queryAll("payments", {
      IndexName: "by-bank-code",
      KeyConditionExpression: "bank_code = :code",
      ExpressionAttributeValues: { ":code": code },
    });
    return [code, items.map(readPaymentRow)];
  };
  const bare = [...new Set(codes.map(bareReference))].filter(Boolean);
  return new Map(await Promise.all(bare.map((code) => limit(() => query(code)))));
}

function foundPayment(row: PaymentRow, clients: ReadonlyMap<string, Client>): FoundPayment {
  const { id, paid_on, cents, currency, method, reference } = row;
  const facts = { id, paid_on, cents, currency, method, reference };
  if (!hasClient(row)) return facts;
  return { ...facts, client_id: row.client_id, client_name: clients.get(row.client_id)?.name };
}

/** The payments whose bank's reference a reversal names. Banks repeat references: it must be one payment of that amount. */
function reversedBankPayments(
  lines: readonly StatementLine[],
  withReference: ReadonlyMap<string, readonly PaymentRow[]>,
): Map<string, PaymentRow> {
  const payments = new Map<string, PaymentRow>();
  for (const line of lines.filter((candidate) => candidate.method === "bank" && isReversal(candidate)))
    for (const code of [...codesNamedIn(line), ownCodeOf(line)].filter(Boolean)) {
      const cents = Math.abs(toCents(line.amount));
      const all = withReference.get(bareReference(code)) ?? [];
      const [onlyPayment, ...otherPayments] = all.filter((payment) => payment.cents === cents);
      if (onlyPayment && otherPayments.length === 0) payments.set(code, onlyPayment);
    }
  return payments;
}

const foundClient = (client: Client | undefined): FoundClient[] =>
  client
    ? [
        {
          id: client.id,
          name: client.name,
          company: client.company,
          phone: client.phone,
          reference: client.payment_reference,
          active: client.status === "active",
          sample: client.sample,
          erased: client.erased_at !== undefined,
        },
      ]
    : [];

function knownOf(state: LineState | undefined, rows: ReadonlyMap<string, Client>): Known {
  if (!state) return {};
  const recorded = recordedIn(state).map((row) => {
    const { client_name = "Unknown Client", ...payment } = foundPayment(row, rows);
    return { ...payment, client_id: row.client_id, client_name };
  });
  const waiting = waitingIn(state);
  const last = state.payments.at(-1);
  const ignored = ignoredIn(state)?.ignored;
  const undone = recorded.length === 0 ? last?.undone_by : undefined;
  return {
    recorded,
    unmatched: waiting && { id: waiting.id },
    ignored: ignored && { by: ignored.name, at: ignored.at, reason: ignored.reason },
    undone: undone && { by: undone.name, at: undone.at },
    reversed: recorded.length === 0 && last !== undefined && isReversed(last),
  };
}

/** The payments of these clients around the days of the lines. */
async function paymentsOf(
  ids: readonly string[],
  lines: readonly StatementLine[],
): Promise<Map<string, PaymentRow[]>> {
  const days = lines.map(({ paid_on }) => paid_on).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const limit = pLimit(PARALLEL_QUERIES);
  const query = async (client_id: string): Promise<[string, PaymentRow[]]> => {
    const items = await queryAll("payments", {
      IndexName: "by-client",
      KeyConditionExpression: "client_id = :client AND paid_on BETWEEN :first AND :last",
      ExpressionAttributeValues: {
        ":client": client_id,
        ":first": addDays(first, -DATE_TOLERANCE_DAYS),
        ":last": addDays(last, DATE_TOLERANCE_DAYS),
      },
    });
    return [client_id, readable(PaymentRow, items).rows];
  };
  return new Map(await Promise.all(ids.map((id) => limit(() => query(id)))));
}
