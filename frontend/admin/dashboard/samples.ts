import type { NewClient } from "../../../shared/clients.ts";
import type { Frequency } from "../../../shared/subscriptions.ts";

type SampleClient = Pick<NewClient, "name" | "email" | "phone" | "company" | "address">;
/** `start` and `due` count days from today; without `due` the schedule gives the billing date. */
type SampleSubscription = {
  client: string;
  frequency: Frequency;
  amount: number;
  start: number;
  due?: number;
};

/** Five made-up clients; nobody is ever written to at a `.example` address. */
export const sampleClients: SampleClient[] = [
  {
    name: "Wanjiru Kamau",
    email: "wanjiru@umoja-sacco.example",
    phone: "+254 700 000 101",
    company: "Umoja SACCO",
    address: "Moi Avenue 12\nNairobi",
  },
  {
    name: "Otieno Odhiambo",
    email: "otieno@ziwa-logistics.example",
    phone: "+254 700 000 102",
    company: "Ziwa Logistics",
    address: "Oginga Odinga Street 4\nKisumu",
  },
  {
    name: "Amina Hassan",
    email: "amina@pwani-pharmacy.example",
    phone: "+254 700 000 103",
    company: "Pwani Pharmacy",
    address: "Digo Road 31\nMombasa",
  },
  {
    name: "Kiprop Chebet",
    email: "kiprop@bonde-microfinance.example",
    phone: "+254 700 000 104",
    company: "Bonde Microfinance",
    address: "Uganda Road 8\nEldoret",
  },
  {
    name: "Njeri Mwangi",
    email: "njeri@soko-retail.example",
    phone: "+254 700 000 105",
    company: "Soko Retail",
    address: "Kenyatta Avenue 20\nNakuru",
  },
];

/** Six of theirs: one is late, some are due this week, the others lie ahead. */
export const sampleSubscriptions: SampleSubscription[] = [
  { client: "wanjiru@umoja-sacco.example", frequency: "monthly", amount: 299.99, start: -150, due: 3 },
  { client: "wanjiru@umoja-sacco.example", frequency: "yearly", amount: 1999.99, start: -300 },
  { client: "otieno@ziwa-logistics.example", frequency: "quarterly", amount: 749.99, start: -95, due: -4 },
  { client: "amina@pwani-pharmacy.example", frequency: "monthly", amount: 149.99, start: -60, due: 6 },
  { client: "kiprop@bonde-microfinance.example", frequency: "semi-annual", amount: 1299.99, start: -120 },
  { client: "njeri@soko-retail.example", frequency: "monthly", amount: 199.99, start: -10 },
];
