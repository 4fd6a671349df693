import type { NewClient } from "../clients/client.ts";
import type { DashboardStats } from "../dashboard/dashboard.ts";
import type { Frequency } from "../subscriptions/subscription.ts";

type SampleClient = { id: string } & Pick<NewClient, "name" | "email" | "phone" | "company" | "address">;
/** `start` and `due` count days from today; without `due` the schedule gives the billing date. */
type SampleSubscription = {
  id: string;
  client: string;
  frequency: Frequency;
  amount: number;
  start: number;
  due?: number;
};

/**
 * Five sample clients; the server sends no email to `.example` addresses. The ids are fixed, so that two browsers that
 * seed at the same time create each sample once.
 */
export const sampleClients: SampleClient[] = [
  {
    id: "5a3b1e00-0000-4000-8000-000000000001",
    name: "Wanjiru Kamau",
    email: "wanjiru@umoja-sacco.example",
    phone: "+254 700 000 101",
    company: "Umoja SACCO",
    address: "Moi Avenue 12\nNairobi",
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000002",
    name: "Otieno Odhiambo",
    email: "otieno@ziwa-logistics.example",
    phone: "+254 700 000 102",
    company: "Ziwa Logistics",
    address: "Oginga Odinga Street 4\nKisumu",
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000003",
    name: "Amina Hassan",
    email: "amina@pwani-pharmacy.example",
    phone: "+254 700 000 103",
    company: "Pwani Pharmacy",
    address: "Digo Road 31\nMombasa",
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000004",
    name: "Kiprop Chebet",
    email: "kiprop@bonde-microfinance.example",
    phone: "+254 700 000 104",
    company: "Bonde Microfinance",
    address: "Uganda Road 8\nEldoret",
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000005",
    name: "Njeri Mwangi",
    email: "njeri@soko-retail.example",
    phone: "+254 700 000 105",
    company: "Soko Retail",
    address: "Kenyatta Avenue 20\nNakuru",
  },
];

/** Six subscriptions: one is overdue, some are due this week, the others later. */
export const sampleSubscriptions: SampleSubscription[] = [
  {
    id: "5a3b1e00-0000-4000-8000-000000000101",
    client: "wanjiru@umoja-sacco.example",
    frequency: "monthly",
    amount: 299.99,
    start: -150,
    due: 3,
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000102",
    client: "wanjiru@umoja-sacco.example",
    frequency: "yearly",
    amount: 1999.99,
    start: -300,
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000103",
    client: "otieno@ziwa-logistics.example",
    frequency: "quarterly",
    amount: 749.99,
    start: -95,
    due: -4,
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000104",
    client: "amina@pwani-pharmacy.example",
    frequency: "monthly",
    amount: 149.99,
    start: -60,
    due: 6,
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000105",
    client: "kiprop@bonde-microfinance.example",
    frequency: "semi-annual",
    amount: 1299.99,
    start: -120,
  },
  {
    id: "5a3b1e00-0000-4000-8000-000000000106",
    client: "njeri@soko-retail.example",
    frequency: "monthly",
    amount: 199.99,
    start: -10,
  },
];

type ActivityRecord = { kind?: unknown; by?: unknown; subscription_id?: unknown };

/** Whether somebody edited or paid a sample client or its subscriptions, by the records of its activity, oldest first. */
export function isChanged(records: readonly ActivityRecord[]): boolean {
  // The ids are fixed, so the records also tell about samples that were removed before.
  const added = records.findLastIndex(({ kind }) => kind === "client-added");
  return records
    .slice(added + 1)
    .some(
      ({ kind, by, subscription_id }) =>
        by !== "system" &&
        kind !== "sample-removed" &&
        !(kind === "subscription-added" && sampleSubscriptions.some(({ id }) => id === subscription_id)),
    );
}

/** The number of missing samples after an interrupted seeding; 0 if there are real records, because then no samples can be added. */
export const missingSamples = ({ sampleRecords, realRecords }: DashboardStats): number =>
  sampleRecords === 0 || realRecords > 0
    ? 0
    : Math.max(0, sampleClients.length + sampleSubscriptions.length - sampleRecords);
