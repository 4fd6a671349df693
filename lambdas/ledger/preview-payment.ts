import { owedIn } from "../../shared/billing/account.ts";
import { lacksInvoice } from "../../shared/billing/invoicing.ts";
import { previewPayment } from "../../shared/billing/payment-preview.ts";
import type { Day } from "../../shared/day.ts";
import { fromCents, toCents } from "../../shared/money.ts";
import {
  invoicesOnWire,
  owedOnWire,
  type PaymentPreview,
  type PreviewRequest,
} from "../../shared/payments/client-account.ts";
import { invoiceTerms } from "../../shared/settings/invoice-terms.ts";
import { notFound } from "../platform/http/refusals.ts";
import * as clients from "../stores/client-store.ts";
import * as settings from "../stores/settings-store.ts";
import { isTax, readAccount } from "./account-store.ts";
import { changeDraft } from "./change-draft.ts";
import { allocationsOf } from "./payment-answer.ts";

/** Shows what a payment would do, what is open and how much is due. Changes nothing. */
export async function previewFor(
  client_id: string,
  { amount, to, method, ...request }: PreviewRequest,
  today: Day,
): Promise<PaymentPreview> {
  const [client, company, stored] = await Promise.all([
    clients.get(client_id),
    settings.get(),
    readAccount(client_id),
  ]);
  if (!client) throw notFound("client");
  const plannedPayment = {
    ...request,
    is_tax: isTax(method),
    ...(amount !== undefined && { cents: toCents(amount) }),
    ...(to && { to: allocationsOf(to) }),
  };
  const [, preview] = changeDraft(stored, (account) =>
    previewPayment(account, plannedPayment, company.default_currency, today),
  );
  const terms = client.sample ? undefined : invoiceTerms(company, today);
  return {
    client_name: client.name,
    sample: client.sample,
    amount: fromCents(preview.cents),
    currency: preview.currency,
    currencies: preview.currencies,
    charges: preview.charges.map((charge) => ({
      id: charge.id,
      subscription_id: charge.subscription_id,
      period: charge.period,
      due: charge.due,
      service: charge.service,
      frequency: charge.frequency ?? "",
      left: fromCents(charge.left),
      pays: fromCents(charge.pays),
      on_hold: charge.on_hold,
      ahead: charge.ahead,
      ...invoicesOnWire(charge),
      ...(terms && lacksInvoice(charge, terms) && { to_invoice: true as const }),
    })),
    steps: preview.steps.map(({ charge, cents, left }) => ({
      charge_id: charge.id,
      subscription_id: charge.subscription_id,
      period: charge.period,
      due: charge.due,
      left: fromCents(left),
      amount: fromCents(cents),
    })),
    rest: fromCents(preview.rest),
    owed: owedOnWire(owedIn(preview.after, today)),
    receipts: company.send_receipts,
    ...(process.env.SHORT_CODE && { mpesa: true as const }),
    today,
  };
}
