import * as clients from "../clients/store.ts";
import { type LineState, readLines } from "./lines.ts";
import { type AnyPaymentRow, hasClient, type PaymentRow } from "./rows.ts";
import { readAnyPayments, readRow, readStored, type StoredAccount, withPayments } from "./store.ts";

/** A decision asks for rows that are not read yet. */
class NotRead extends Error {
  readonly asked: Asked;
  constructor(asked: Asked) {
    super("It is not read yet.");
    this.asked = asked;
  }
}

type Asked = { payments?: readonly string[]; lines?: readonly string[]; clients?: readonly string[] };

/**
 * What a decision is about: accounts that were read after their rows, so that a change since then is noticed, and what the
 * decision asks for by key. What it asks for is read after the accounts, then it decides again.
 */
export class Reading {
  private readonly accounts = new Map<string, StoredAccount>();
  private readonly clientRows = new Map<string, clients.Row | undefined>();
  private readonly payments = new Map<string, AnyPaymentRow | undefined>();
  private readonly lines = new Map<string, LineState>();

  static async of(ids: readonly string[]): Promise<Reading> {
    const reading = new Reading();
    const unique = [...new Set(ids)];
    const [accounts] = await Promise.all([
      Promise.all(unique.map(readStored)),
      reading.read({ clients: unique }),
    ]);
    for (const account of accounts) reading.add(account);
    return reading;
  }

  account(client_id: string): StoredAccount {
    const account = this.accounts.get(client_id);
    if (!account) throw new Error("A decision is about the accounts that were named.");
    return account;
  }

  client(id: string): clients.Row | undefined {
    if (!this.clientRows.has(id)) throw new NotRead({ clients: [id] });
    return this.clientRows.get(id);
  }

  /** Also one that is undone, or that nobody has. A payment of one of the accounts is in its account from then on. */
  payment(id: string): AnyPaymentRow | undefined {
    if (!this.payments.has(id)) throw new NotRead({ payments: [id] });
    return this.payments.get(id);
  }

  /** The client's payments among these, which are in the account from then on. */
  paymentsOf(client_id: string, ids: readonly string[]): PaymentRow[] {
    const missing = ids.filter((id) => !this.payments.has(id));
    if (missing.length > 0) throw new NotRead({ payments: missing });
    return this.account(client_id).payments.filter(({ id }) => ids.includes(id));
  }

  line(key: string): LineState {
    const line = this.lines.get(key);
    if (!line) throw new NotRead({ lines: [key] });
    return line;
  }

  /** Decides with what is read, and reads what it asks for. */
  async decide<T>(decision: (reading: Reading) => T): Promise<T> {
    for (;;) {
      try {
        return decision(this);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        await this.read(error.asked);
      }
    }
  }

  /** Whether nobody has changed the accounts since. */
  async isCurrent(): Promise<boolean> {
    const accounts = [...this.accounts.values()];
    const rows = await Promise.all(accounts.map(({ client_id }) => readRow(client_id)));
    return accounts.every(({ row }, at) => row?.version === rows[at]?.version);
  }

  private async read({ payments = [], lines = [], clients: ids = [] }: Asked): Promise<void> {
    const [found, states, rows] = await Promise.all([
      readAnyPayments(payments),
      readLines(lines),
      Promise.all(ids.map(clients.get)),
    ]);
    for (const id of payments) this.payments.set(id, undefined);
    for (const payment of found) this.payments.set(payment.id, payment);
    for (const [key, state] of states) this.lines.set(key, state);
    for (const [at, id] of ids.entries()) this.clientRows.set(id, rows[at]);
    for (const account of this.accounts.values()) this.add(withPayments(account, found.filter(hasClient)));
  }

  private add(account: StoredAccount): void {
    this.accounts.set(account.client_id, account);
    for (const payment of account.payments) this.payments.set(payment.id, payment);
  }
}
