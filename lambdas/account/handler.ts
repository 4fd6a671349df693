import { errorPage } from "../../shared/account-page/error-page.ts";
import { type AccountFacts, accountPage } from "../../shared/account-page/page.ts";
import { statementPage } from "../../shared/account-page/statement-page.ts";
import { accountPageRoutes, accountPath, STATEMENT_VIEW } from "../../shared/account-page-routes.ts";
import { periodOf } from "../../shared/account-statement/statement.ts";
import { isOpen, owedIn, statementDay } from "../../shared/billing/account.ts";
import type { Day } from "../../shared/day.ts";
import { chargesToPay } from "../../shared/reminders/to-pay.ts";
import { movedAway, paymentsOfClient, readAccount } from "../ledger/account-store.ts";
import { invoiceNumbers } from "../ledger/client-papers.ts";
import { statementPayments } from "../ledger/payment-answer.ts";
import { payNowOf } from "../paybill/pay-now-state.ts";
import type { Event } from "../platform/http/caller.ts";
import { NotFound } from "../platform/http/refusals.ts";
import { serve } from "../platform/http/serve.ts";
import { clientAt } from "../stores/client-link-store.ts";
import type * as clients from "../stores/client-store.ts";
import * as settings from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { invoiceAnswer } from "./invoice-page.ts";

const respond = serve(accountPageRoutes, {
  "GET /account/{secret}": async ({ params, query, now, today }) => {
    const client = await clientAt(params.secret);
    if (!client) throw new NotFound("There is no account at this address.");
    const isStatement = query.view === STATEMENT_VIEW;
    const [facts, payNow] = await Promise.all([
      factsOf(client, today, { isStatement }),
      payNowOf(client, now),
    ]);
    const page = isStatement ? statementPage : accountPage;
    const account = accountPath(params.secret);
    return withinSize((rows) => page({ ...facts, payNow, account }, rows));
  },
  "GET /account/{secret}/invoices/{number}": async ({ params: { secret, number }, today }) => {
    const client = await clientAt(secret);
    const answer = client && (await invoiceAnswer({ client, secret, number }, today));
    if (answer === undefined) throw new NotFound("There is no invoice at this address.");
    return answer;
  },
});

/** People open these addresses in a browser, so an error is a page too. */
export async function handler(event: Event) {
  const response = await respond(event);
  const { statusCode = 500, headers, body = "" } = response;
  if (statusCode < 400) return response;
  const asPage = { "content-type": "text/html; charset=utf-8", "x-robots-tag": "noindex" };
  return {
    ...response,
    headers: { ...headers, ...asPage },
    body: errorPage(statusCode, JSON.parse(body).error),
  };
}

async function factsOf(
  client: clients.Row,
  today: Day,
  { isStatement }: { isStatement: boolean },
): Promise<AccountFacts> {
  const [{ account, subscriptions: rows }, paid, company] = await Promise.all([
    readAccount(client.id),
    paymentsOfClient(client.id),
    settings.get(),
  ]);
  const { from = today } = periodOf("", today);
  const shown = account.charges.filter((charge) =>
    isStatement ? statementDay(charge) >= from : isOpen(charge),
  );
  const [moved, invoices] = await Promise.all([
    movedAway(client.id, rows, paid.charges),
    invoiceNumbers(shown),
  ]);
  return {
    client,
    company,
    charges: account.charges,
    toPay: chargesToPay(account.charges, rows, today, company),
    owed: owedIn(account, today),
    records: {
      subscriptions: [...rows, ...moved].map(subscriptions.fromRow),
      charges: account.charges,
      payments: statementPayments(paid.rows),
      today,
      invoices,
    },
    complete: !paid.unreadable,
  };
}

/** So that the page opens on a slow phone. */
const MAX_BYTES = 40_000;
const MAX_ROWS = 100;

function withinSize(page: (maxRows: number) => string): string {
  let rows = MAX_ROWS;
  let text = page(rows);
  while (Buffer.byteLength(text) > MAX_BYTES && rows > 1) {
    rows = Math.floor(rows / 2);
    text = page(rows);
  }
  return text;
}
