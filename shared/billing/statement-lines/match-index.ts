import type { Client } from "../../clients/client.ts";
import { searchable } from "../../lists/search.ts";
import { type Currency, currencyOf, isFree, leftCents } from "../../money.ts";
import { whatsAppOf } from "../../reminders/whatsapp.ts";
import { isFrequency, type Subscription } from "../../subscriptions/subscription.ts";
import { formatReference, isMistyped } from "../payment-reference.ts";
import type { Line } from "./read.ts";

/** A subscription that can be paid, with its client. */
export type Payable = { subscription: Subscription; client: Client };
export type MatchIndex = ReturnType<typeof buildMatchIndex>;

type LineTexts = Pick<Line, "account" | "details">;

/** Words in more names than this do not identify a client. */
const MAX_NAMES_PER_WORD = 100;

/** Finds clients and subscriptions by the texts of a statement. Samples are left out. */
export function buildMatchIndex(clients: readonly Client[], subscriptions: readonly Subscription[]) {
  const real = clients.filter(({ sample, erased_at }) => !sample && !erased_at);
  const byId = new Map(real.map((client) => [client.id, client]));
  const payables = subscriptions.flatMap((subscription): Payable[] => {
    const client = byId.get(subscription.client_id);
    const { status, sample, amount, frequency } = subscription;
    const payable = status === "active" && !sample && !isFree(amount) && isFrequency(frequency);
    return client && payable ? [{ subscription, client }] : [];
  });
  const byClient = Map.groupBy(payables, ({ client }) => client.id);
  const byLeft = Map.groupBy(
    payables,
    ({ subscription }) => `${currencyOf(subscription)} ${leftCents(subscription)}`,
  );
  const byReference = new Map(real.map((client) => [client.payment_reference ?? "", client]));
  const byPhone = Map.groupBy(
    real.filter(({ phone }) => phone !== ""),
    ({ phone }) => phoneOf(phone),
  );
  const byTail = Map.groupBy(byPhone, ([number]) => number.slice(-3));
  const byWord = new Map<string, Client[]>();
  for (const client of real)
    for (const word of new Set([...wordsOf(client.name), ...wordsOf(client.company)])) {
      const list = byWord.get(word);
      if (list) list.push(client);
      else byWord.set(word, [client]);
    }

  return {
    payables,
    withReference: (digits: string) => byReference.get(digits),
    /** A client's subscriptions in a currency: amounts are never converted. */
    ofClient: (id: string, currency: Currency): readonly Payable[] =>
      (byClient.get(id) ?? []).filter(({ subscription }) => currencyOf(subscription) === currency),
    withLeft: (cents: number, currency: Currency): readonly Payable[] =>
      byLeft.get(`${currency} ${cents}`) ?? [],

    /** The clients whose references a line contains; `problem`: why something like a reference matches nobody. */
    referencesIn({ account, details }: LineTexts): { clients: Client[]; problem?: string } {
      let problem: string | undefined;
      for (const text of [account, details]) {
        const numbers = referencesIn(text);
        const clients = new Set(numbers.flatMap((digits) => byReference.get(digits) ?? []));
        if (clients.size > 0) return { clients: [...clients] };
        const [first] = numbers;
        if (first)
          problem ??= isMistyped(first)
            ? `${formatReference(first)} is a mistyped reference: its check digit is wrong.`
            : `No client has the reference ${formatReference(first)}.`;
      }
      return { clients: [], ...(problem && { problem }) };
    },

    /** `complete` is false if the statement hides digits of the number; then several clients may match. */
    withPhone(phone: string): { clients: readonly Client[]; complete: boolean } {
      if (!/\d/.test(phone)) return { clients: [], complete: false };
      if (!phone.includes("*")) return { clients: byPhone.get(phoneOf(phone)) ?? [], complete: true };
      const masked = phoneOf(phone);
      const [start, end] = [masked.replace(/\*.*/, ""), masked.replace(/^.*\*/, "")];
      const matching = (byTail.get(phone.slice(-3)) ?? []).flatMap(([number, some]) =>
        number.startsWith(start) && number.endsWith(end) ? some : [],
      );
      return { clients: matching.length <= 3 ? matching : [], complete: false };
    },

    /** Clients whose name or company is the same, or shares two words. */
    withName(name: string): Client[] {
      const words = new Set(wordsOf(name));
      const shared = new Map<Client, number>();
      for (const word of words) {
        const clientsWithWord = byWord.get(word) ?? [];
        if (clientsWithWord.length <= MAX_NAMES_PER_WORD)
          for (const client of clientsWithWord) shared.set(client, (shared.get(client) ?? 0) + 1);
      }
      return [...shared]
        .flatMap(([client, count]) =>
          count >= 2 ||
          [client.name, client.company].some((own) => searchable(own).trim() === searchable(name).trim())
            ? client
            : [],
        )
        .slice(0, 5);
    },
  };
}

/** Words in many company names. */
const commonWords = new Set([
  "ltd",
  "limited",
  "company",
  "and",
  "the",
  "kenya",
  "co",
  "enterprises",
  "services",
]);
const wordsOf = (text: string): string[] =>
  searchable(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !commonWords.has(word));

const phoneOf = (phone: string): string => {
  if (phone.includes("*")) return phone.replaceAll(/[^\d*]/g, "").replace(/^0/, "254");
  const known = whatsAppOf(phone);
  return "number" in known ? known.number : phone.replaceAll(/\D/g, "");
};

/** Numbers of seven digits, also with the spaces of a printed reference. */
const referencesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\d])\d{3}[ .-]?\d{3}[ .-]?\d(?![\d])/g)].map(([found]) =>
    found.replaceAll(/\D/g, ""),
  );

export const nameOfPayable = ({ client, subscription }: Payable): string =>
  [client.name, subscription.service].filter(Boolean).join(", ");
