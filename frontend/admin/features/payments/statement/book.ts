import type { Client } from "../../../../../shared/clients.ts";
import { type Currency, currencyOf, leftCents } from "../../../../../shared/money.ts";
import { isMistyped, spaced } from "../../../../../shared/payment-reference.ts";
import { isFrequency, type Subscription } from "../../../../../shared/subscriptions.ts";
import { whatsAppOf } from "../../../../../shared/whatsapp.ts";
import { searchable } from "../../../components/table/search.ts";
import type { Line } from "./read.ts";

/** What can be paid, and by whom. */
export type Sold = { subscription: Subscription; client: Client };
export type Book = ReturnType<typeof bookOf>;

type Said = Pick<Line, "account" | "details">;

/** A word of more names than these tells nobody apart. */
const mostNames = 100;

/** Clients and their subscriptions, to be found by what stands in a statement. Samples are nobody's. */
export function bookOf(clients: readonly Client[], subscriptions: readonly Subscription[]) {
  const real = clients.filter(({ sample, erased_at }) => !sample && !erased_at);
  const byId = new Map(real.map((client) => [client.id, client]));
  const sold = subscriptions.flatMap((subscription): Sold[] => {
    const client = byId.get(subscription.client_id);
    const { status, sample, amount, frequency } = subscription;
    const payable = status === "active" && !sample && amount > 0 && isFrequency(frequency);
    return client && payable ? [{ subscription, client }] : [];
  });
  const byClient = Map.groupBy(sold, ({ client }) => client.id);
  const byLeft = Map.groupBy(
    sold,
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
    sold,
    withReference: (digits: string) => byReference.get(digits),
    /** What a client pays in a currency: nothing is converted. */
    ofClient: (id: string, currency: Currency): readonly Sold[] =>
      (byClient.get(id) ?? []).filter(({ subscription }) => currencyOf(subscription) === currency),
    withLeft: (cents: number, currency: Currency): readonly Sold[] =>
      byLeft.get(`${currency} ${cents}`) ?? [],

    /** The clients whose references a line names; `said`: what is wrong with what looks like one, where there is none. */
    referencesIn({ account, details }: Said): { clients: Client[]; said?: string } {
      let said: string | undefined;
      for (const text of [account, details]) {
        const numbers = referencesIn(text);
        const clients = new Set(numbers.flatMap((digits) => byReference.get(digits) ?? []));
        if (clients.size > 0) return { clients: [...clients] };
        const [first] = numbers;
        if (first)
          said ??= isMistyped(first)
            ? `${spaced(first)} is a mistyped reference: its last digit does not fit the others.`
            : `${spaced(first)} is the reference of no client.`;
      }
      return { clients: [], ...(said && { said }) };
    },

    /** Statements may hide the middle of a number; then it is not `whole`, and may fit several. */
    withPhone(phone: string): { clients: readonly Client[]; whole: boolean } {
      if (!/\d/.test(phone)) return { clients: [], whole: false };
      if (!phone.includes("*")) return { clients: byPhone.get(phoneOf(phone)) ?? [], whole: true };
      const pattern = new RegExp(`^${phoneOf(phone).replaceAll(/\*+/g, "\\d*")}$`);
      const fitting = (byTail.get(phone.slice(-3)) ?? []).flatMap(([number, some]) =>
        pattern.test(number) ? some : [],
      );
      return { clients: fitting.length <= 3 ? fitting : [], whole: false };
    },

    /** Those whose name, or their company's, shares two words with it, or is the same. */
    withName(name: string): Client[] {
      const words = new Set(wordsOf(name));
      const shared = new Map<Client, number>();
      for (const word of words) {
        const named = byWord.get(word) ?? [];
        if (named.length <= mostNames)
          for (const client of named) shared.set(client, (shared.get(client) ?? 0) + 1);
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

/** What every second company is called. */
const common = new Set(["ltd", "limited", "company", "and", "the", "kenya", "co", "enterprises", "services"]);
const wordsOf = (text: string): string[] =>
  searchable(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !common.has(word));

const phoneOf = (phone: string): string => {
  if (phone.includes("*")) return phone.replaceAll(/[^\d*]/g, "").replace(/^0/, "254");
  const known = whatsAppOf(phone);
  return "number" in known ? known.number : phone.replaceAll(/\D/g, "");
};

/** What has seven digits, with or without the spaces that they are shown with. */
const referencesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\d])\d{3}[ .-]?\d{3}[ .-]?\d(?![\d])/g)].map(([found]) =>
    found.replaceAll(/\D/g, ""),
  );

/** The clients whose reference is one slip of the finger away from what was given as the account. */
export function closeTo({ account }: Pick<Line, "account">, book: Book): Client[] {
  const digits = account.replaceAll(/[\s.-]/g, "");
  if (!/^\d{6,8}$/.test(digits)) return [];
  const found = new Set<Client>();
  for (const near of slips(digits)) {
    const client = book.withReference(near);
    if (client) found.add(client);
  }
  return [...found];
}

/** One digit wrong, two neighbours changed over, one too many or one too few. */
function* slips(digits: string): Generator<string> {
  for (let at = 0; at <= digits.length; at += 1) {
    const [before, here, after] = [digits.slice(0, at), digits[at] ?? "", digits.slice(at + 1)];
    if (digits.length === 8) yield before + after;
    for (let digit = 0; digit <= 9; digit += 1) {
      if (digits.length === 7 && here) yield `${before}${digit}${after}`;
      if (digits.length === 6) yield `${before}${digit}${here}${after}`;
    }
    if (digits.length === 7 && here && after) yield before + after[0] + here + after.slice(1);
  }
}
