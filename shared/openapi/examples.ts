import { chargeId, ofPeriod } from "../billing/account.ts";
import type { ClientPayment } from "../clients/account.ts";
import type { Client } from "../clients/client.ts";
import type { Note } from "../clients/timeline.ts";
import * as company from "../company.ts";
import type { Message } from "../messages/message.ts";
import type { Reminder } from "../reminders/reminder.ts";
import { type Settings, unsavedSettings } from "../settings/settings.ts";
import type { Renewal, Subscription } from "../subscriptions/subscription.ts";

// The records in the examples of the API's description: one client of a made-up company.

export const today = "2026-12-24";
export const now = "2026-12-24T06:00:00.000Z";

export const client: Client = {
  id: "9d2c8e6a-8f7d-4a53-9a6e-3f1b64c2a7f0",
  name: "Wanjiru Kamau",
  email: "accounts@umoja.example",
  phone: "+254 700 000 101",
  company: "Umoja Sacco",
  address: "Moi Avenue 4\nNairobi",
  kra_pin: "P051234567X",
  status: "active",
  payment_reference: "4821073",
  created_at: "2026-01-15T09:00:00.000Z",
  version: 1,
};

export const subscription: Subscription = {
  id: "5a3b1e00-0000-4000-8000-000000000101",
  client_id: client.id,
  service: "Loan management system, 3 branches",
  start_date: "2026-01-28",
  frequency: "monthly",
  amount: 149.99,
  status: "active",
  next_billing_date: "2026-12-28",
  billing_anchor: "2026-01-28",
  created_at: "2026-01-15T09:05:00.000Z",
  version: 12,
};

export const renewal: Renewal = {
  subscription_id: subscription.id,
  id: "71dd996f-7ad7-40f1-a276-16471aeac88f",
  period: "2026-12-28",
  paid_on: today,
  amount: 149.99,
  reference: "SKJ4H7L2QX",
  method: "mpesa",
  next_billing_date: "2027-01-28",
  recorded_at: now,
};

export const period = (day: string) => ofPeriod(subscription.id, day);

export const payment: ClientPayment = {
  id: "71dd996f-7ad7-40f1-a276-16471aeac88f",
  paid_on: today,
  amount: 249.99,
  currency: "USD",
  method: "mpesa",
  reference: "SKJ4H7L2QX",
  allocations: [
    {
      charge_id: chargeId({ subscription_id: subscription.id, period: "2026-11-28" }),
      subscription_id: subscription.id,
      period: "2026-11-28",
      amount: 100,
    },
    {
      charge_id: chargeId(renewal),
      subscription_id: subscription.id,
      period: renewal.period,
      amount: 149.99,
    },
  ],
  credit: 0,
  state: "recorded",
  recorded_at: now,
};

export const paidUp: Subscription = { ...subscription, next_billing_date: "2027-01-28", version: 13 };

export const person = { id: "b0c7f1a2-1d3e-4f60-8a9b-2c4d6e8f0a1b", name: "Achieng Otieno" };

export const note: Note = {
  id: "2026-12-24T06:00:00.000Z#1f0e9d8c-7b6a-4958-8776-655443322110",
  at: now,
  text: "Promised the rest for Friday.",
  due_on: "2026-12-25",
  name: person.name,
};

export const message: Message = {
  id: "0d9c8b7a-6f5e-4d3c-8b2a-190817263544",
  name: "Kiprop Chebet",
  email: "kiprop@bonde.example",
  phone: "",
  message: "Please call us about point of sale for four shops.",
  product: "Point of Sale System",
  answers: [{ question: "How many tills do you have?", answer: "Nine" }],
  state: "mailed",
  day: today,
  received_at: now,
};

export const reminder: Reminder = {
  subscription_id: subscription.id,
  client_id: client.id,
  period: "2026-12-28",
  kind: "upcoming",
  state: "delivered",
  day: today,
  at: now,
};

export const settings: Settings = {
  ...unsavedSettings,
  company_name: company.name.value,
  company_email: "office@mwamba.example",
  notification_email: "office@mwamba.example",
  company_kra_pin: "P052345678Y",
  mpesa_paybill: "123456",
  version: 3,
};

export const template = {
  subject: "{service}: {amount} due on {due}",
  opening: "Dear {client},",
  request: "Please pay with reference {reference}.",
  closing: "Thank you.",
};
