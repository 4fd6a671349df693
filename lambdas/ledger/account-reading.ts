import type { Account, AnyAccount } from "../../shared/billing/account.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import * as clients from "../stores/client-store.ts";
import { type LookupRow, readLookups } from "../stores/lookup-store.ts";
import { type KnownReceipt, lastReceipt, type Receipt } from "../stores/reminder-store.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import {
  readOpen,
  readPayments,
  readRow,
  readStored,
  type StoredAccount,
  withPayments,
} from "./account-store.ts";
import type { Invoicing } from "./paper-items.ts";
import type { PaperRow } from "./paper-row.ts";
import { readPapers } from "./papers.ts";
import { type ClientPaymentRow, hasClient, type PaymentRow } from "./payment-row.ts";
import { type LineState, readLines } from "./statement-lines.ts";

/** A decision asks for something that is not read yet. */
class NotRead extends Error {
  readonly read: () => Promise<unknown>;
  constructor(read: () => Promise<unknown>) {
    super("It is not read yet.");
    this.read = read;
  }
}

/** Rows that are read when a decision asks for them. */
class Rows<T> {
  private readonly found = new Map<string, T | undefined>();
  private readonly readAll: (keys: readonly string[]) => Promise<Iterable<readonly [string, T | undefined]>>;
  constructor(readAll: Rows<T>["readAll"]) {
    this.readAll = readAll;
  }

  get(key: string): T | undefined {
    return this.many([key])[0];
  }

  many(keys: readonly string[]): (T | undefined)[] {
    const missing = keys.filter((key) => !this.found.has(key));
    if (missing.length > 0) throw new NotRead(() => this.read(missing));
    return keys.map((key) => this.found.get(key));
  }

  async read(keys: readonly string[]): Promise<void> {
    const rows = await this.readAll(keys);
    for (const key of keys) this.found.set(key, undefined);
    this.add(rows);
  }

  clear(): void {
    this.found.clear();
  }

  add(rows: Iterable<readonly [string, T | undefined]>): void {
    for (const [key, row] of rows) this.found.set(key, row);
  }
}

const byId = <T extends { id: string }>(rows: readonly T[]) => rows.map((row) => [row.id, row] as const);

export type ReadingOptions = {
  /** Whether the rows of the clients are read with their accounts. By default they are. */
  withClients?: boolean | undefined;
  /** Whether the accounts are read without their closed charges, until the decision asks for them. */
  onlyOpen?: boolean | undefined;
};

/** An account as it was read, with what invoices say besides. */
export type ReadAccount<A extends AnyAccount = Account> = StoredAccount<A> & { invoicing: Invoicing };

const isWhole = (stored: ReadAccount<AnyAccount>): stored is ReadAccount => !stored.account.only_open;

/**
 * The accounts of a decision, and the rows that it asks for by key. Accounts are read after their rows, so that a later
 * change is noticed. Rows are read when the decision asks for them, and then it decides again.
 */
export class Reading {
  private readonly accounts = new Map<string, ReadAccount<AnyAccount>>();
  private readonly company: Settings;
  private readonly onlyOpen: boolean;
  private readonly clients = new Rows<clients.Row>(async (ids) =>
    Promise.all(ids.map(async (id) => [id, await clients.get(id)] as const)),
  );
  private readonly payments = new Rows<PaymentRow>(async (ids) => {
    const rows = await readPayments(ids);
    const own = rows.filter(hasClient);
    for (const account of this.accounts.values()) this.add(withPayments(account, own));
    return byId(rows);
  });
  private readonly subscriptions = new Rows<subscriptions.Row>((ids) => subscriptions.getMany(ids));
  private readonly lines = new Rows<LineState>(readLines);
  private readonly lookupRows = new Rows<LookupRow>(async (keys) =>
    (await readLookups(keys)).map((row) => [row.key, row] as const),
  );
  private readonly paperRows = new Rows<PaperRow>(async (ids) => byId(await readPapers(ids)));
  private readonly receipts = new Map<string, KnownReceipt | undefined>();

  private constructor(company: Settings, onlyOpen: boolean) {
    this.company = company;
    this.onlyOpen = onlyOpen;
  }

  static async of(
    ids: readonly string[],
    { withClients = true, onlyOpen = false }: ReadingOptions = {},
  ): Promise<Reading> {
    const reading = new Reading(await settings.get(), onlyOpen);
    const unique = [...new Set(ids)];
    const [accounts] = await Promise.all([
      Promise.all(unique.map((id) => reading.read(id))),
      withClients && reading.clients.read(unique),
    ]);
    for (const account of accounts) reading.add(account);
    return reading;
  }

  /** The account with all charges. */
  account(client_id: string): ReadAccount {
    const stored = this.accounts.get(client_id);
    if (stored && isWhole(stored)) return stored;
    throw new NotRead(async () => this.addLater(await readStored(client_id)));
  }

  /** The account with its open charges; the closed ones can be missing. */
  openAccount(client_id: string): ReadAccount<AnyAccount> {
    const stored = this.accounts.get(client_id);
    if (stored) return stored;
    throw new NotRead(async () => this.addLater(await this.read(client_id)));
  }

  /** Whether a closed charge can be missing. */
  get lacksClosed(): boolean {
    return [...this.accounts.values()].some((stored) => !isWhole(stored));
  }

  client(id: string): clients.Row | undefined {
    return this.clients.get(id);
  }

  /** Also one that is undone, or that nobody has. A payment of one of the accounts is in its account from then on. */
  payment(id: string): PaymentRow | undefined {
    return this.payments.get(id);
  }

  /** The client's payments among these, which are in the account from then on. */
  paymentsOf(client_id: string, ids: readonly string[]): ClientPaymentRow[] {
    this.payments.many(ids);
    return this.openAccount(client_id).payments.filter(({ id }) => ids.includes(id));
  }

  subscription(id: string): subscriptions.Row | undefined {
    return this.subscriptions.get(id);
  }

  line(key: string): LineState {
    return this.lines.get(key) as LineState;
  }

  linesOf(keys: readonly string[]): LineState[] {
    return this.lines.many(keys) as LineState[];
  }

  lookups(keys: readonly string[]): LookupRow[] {
    return this.lookupRows.many(keys).flatMap((row) => row ?? []);
  }

  papers(ids: readonly string[]): PaperRow[] {
    return this.paperRows.many(ids).flatMap((row) => row ?? []);
  }

  /** The last receipt of a payment that went out or is going out. */
  lastReceipt(receipt: Receipt): KnownReceipt | undefined {
    const { payment_id } = receipt;
    if (this.receipts.has(payment_id)) return this.receipts.get(payment_id);
    throw new NotRead(async () => this.receipts.set(payment_id, await lastReceipt(receipt)));
  }

  /** Decides with what is read, and reads what it asks for. */
  async decide<T>(decision: (reading: Reading) => T): Promise<T> {
    for (;;) {
      try {
        return decision(this);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        await error.read();
      }
    }
  }

  /** The clients whose accounts were read. */
  get ids(): string[] {
    return [...this.accounts.keys()];
  }

  /** Whether nobody has changed the accounts since. */
  async isCurrent(): Promise<boolean> {
    const accounts = [...this.accounts.values()];
    const rows = await Promise.all(accounts.map(({ client_id }) => readRow(client_id)));
    return accounts.every(({ row }, at) => row?.version === rows[at]?.version);
  }

  private read(client_id: string): Promise<StoredAccount<AnyAccount>> {
    return this.onlyOpen ? readOpen(client_id) : readStored(client_id);
  }

  private addLater(account: StoredAccount<AnyAccount>): void {
    // Payments that were read before their account are read again.
    this.payments.clear();
    this.add(account);
  }

  private add(account: StoredAccount<AnyAccount>): void {
    const { client_id } = account;
    const invoicing = { company: this.company, client: () => this.client(client_id) };
    this.accounts.set(client_id, { ...account, invoicing });
    this.payments.add(byId(account.payments));
  }
}

/** A client's account with all charges, to be changed without a decision. */
export async function readToChange(client_id: string): Promise<ReadAccount> {
  const [company, client, account] = await Promise.all([
    settings.get(),
    clients.get(client_id),
    readStored(client_id),
  ]);
  return { ...account, invoicing: { company, client: () => client } };
}
