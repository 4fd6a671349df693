import { type Account, type Charge, ofPeriod } from "../../shared/billing/account.ts";
import { holdCharges } from "../../shared/billing/charges.ts";
import type { FoundClient } from "../../shared/billing/matching/lookup-results.ts";
import { nextOccurrence } from "../../shared/billing/schedule.ts";
import type { Day } from "../../shared/day.ts";
import type { Currency } from "../../shared/money.ts";
import { tableOf } from "./table.ts";

/** The day of the corpus. */
export const TODAY: Day = "2026-11-18";

const clientRows = tableOf(`
  id      | reference | name                      | company                  | phone                         | is
  wanjiku | 4821072   | Jane Wanjiku Kamau        | Wanjiku Stores Ltd       | 0799 000 111                  |
  otieno  | 3519404   | Peter Otieno              | Lakeview Hardware        | 0722000222                    |
  baraka  | 7300155   | Baraka Stores Ltd         |                          | +254 733 000 333              |
  njeri   | 6188228   | Mary Njeri                | Njeri Salon & Spa        | 0711-000-444                  |
  mwangi  | 9055317   | John Mwangi               | Mwangi & Sons Enterprises | 254 700 000 555              |
  achieng | 2744604   | Grace Achieng             | Savanna Safaris Limited  | 020 271 8000                  |
  hassan  | 5833173   | Hassan Abdi               | Coast Freight Co.        | 0745 000 777                  |
  kiptoo  | 4129083   | Kiptoo Cheruiyot          | Rift Agrovet             | 0721 000 888                  |
  chebet  | 6672043   | Faith Chebet              | Rift Dairy               | 0721 000 888                  |
  nganga  | 1388759   | Ng'ang'a Kariuki          |                          | 0710 000 100                  |
  nakato  | 8203918   | Nakato Sarah              | Kampala Traders          | +256 772 123456               |
  duka    | 2946172   | Old Duka                  |                          | 0701 000 120                  | inactive
  sample  | 5112668   | Sample School             | Sample School            | 0701 000 130                  | sample
  erased  | 7755403   |                           |                          |                               | erased
  muthoni | 3460289   | Lucy Muthoni              | Muthoni Foods            | 0707 000 150                  |
  omondi  | 9627131   | Brian Omondi              | Omondi Tech              | 0708 000 160                  |
  wafula  | 1874596   | Wafula Simiyu             | Simiyu Motors            | 0709 000 170                  |
  kamau   | 4533907   | Jane Kamau                | Kamau Print              | 0799 000 118                  |
  church  | 6391741   | St. Mary's Church, Kibera |                          | 0733 111 222 / 020 271 1234   |
  zawadi  | 2155836   | Zawadi Gifts              |                          | 0726 000 210                  |
  amani   | 8947361   | Amani Clinic              |                          | 0727 000 220                  |
  soko    | 5500014   | Soko Müller               | Ōtani Importers          | +49 151 23456789              |
  bora    | 1277932   | Duka 🛒 Bora              |                          | 0728 000 230                  |
  tumaini | 6391755   | Tumaini University of Eastern Africa |              |                               |
  studio  | 7088528   | Studio 54                 | Cash & Carry             | 0724 000 200                  |
  school  | 3333337   | Tumaini Academy           |                          | 0724 000 300                  |
  safiri  | 4824073   | Safiri Ltd                |                          | 0729 000 240                  |
`);

/** Open charges, by their due days; the frequency follows the first. */
const chargeRows = tableOf(`
  client  | subscription | currency | amount | frequency | due
  wanjiku | hosting      | KES      | 1500   | monthly   | 11-20
  otieno  | pos          | KES      | 4500   | monthly   | 10-05 11-05 12-05
  baraka  | email        | KES      | 800    | monthly   | 11-25
  baraka  | website      | KES      | 12000  | yearly    | 12-01
  njeri   | booking      | KES      | 2000   | monthly   | 11-10 12-10
  njeri   | sms          | KES      | 2000   | monthly   | 11-15 12-15
  mwangi  | cloud        | USD      | 120    | monthly   | 11-15 12-15
  achieng | support      | KES      | 3000   | monthly   | 11-12 12-12
  achieng | tours        | USD      | 250    | quarterly | 11-30
  hassan  | freight      | KES      | 25000  | monthly   | 11-01 12-01
  kiptoo  | farm         | KES      | 500    | monthly   | 11-02 12-02
  kiptoo  | shop         | KES      | 700    | monthly   | 11-05 12-05
  kiptoo  | vet          | KES      | 700    | monthly   | 11-09 12-09
  chebet  | dairy        | KES      | 6000   | yearly    | 2027-05-01
  nganga  | site         | KES      | 999.50 | monthly   | 11-19
  nakato  | trade        | USD      | 75     | monthly   | 11-20
  duka    | shop         | KES      | 500    | monthly   | 10-10
  erased  | shop         | KES      | 500    | monthly   | 10-10
  muthoni | orders       | KES      | 500    | monthly   | 12-15
  omondi  | desk         | KES      | 7000   | monthly   | 12-16
  wafula  | garage       | KES      | 3500   | monthly   | 12-14
  kamau   | print        | KES      | 1500   | monthly   | 11-21
  church  | members      | KES      | 2500   | monthly   | 11-10 12-10
  zawadi  | gifts        | KES      | 600    | monthly   | 10-12
  amani   | care         | KES      | 3000   | monthly   | 11-22
  soko    | stock        | KES      | 1750   | monthly   | 11-18
  bora    | shop         | KES      | 650    | monthly   | 11-19
  school  | fees         | KES      | 100    | monthly   | 2025-08-10 2025-09-10 2025-10-10 2025-11-10 2025-12-10 01-10 02-10 03-10 04-10 05-10 06-10 07-10 08-10 09-10 10-10 11-10 12-10
  safiri  | trips        | KES      | 8000   | monthly   | 11-28
`);

const dayOf = (text: string): Day => (text.length === 5 ? `2026-${text}` : text);

export const clients = clientRows.map(
  ({ id = "", reference, name = "", company = "", phone = "", is: kind }): FoundClient => ({
    id,
    reference,
    name,
    company,
    phone,
    active: kind !== "inactive" && kind !== "erased",
    sample: kind === "sample",
    erased: kind === "erased",
  }),
);

function accountOf({ id, active }: FoundClient): Account {
  const account: Account = { active, subscriptions: [], charges: [], payments: [] };
  for (const row of chargeRows.filter(({ client }) => client === id)) {
    const days = (row.due ?? "").split(" ").map(dayOf);
    const [first = ""] = days;
    const schedule = { anchor: first, frequency: row.frequency ?? "" };
    const common = { currency: row.currency as Currency, cents: Math.round(Number(row.amount) * 100) };
    account.subscriptions.push({
      ...common,
      id: row.subscription ?? "",
      status: id === "zawadi" ? "paused" : "active",
      start_date: first,
      billing_anchor: first,
      frequency: schedule.frequency,
      next_charge: nextOccurrence(schedule, days.at(-1) ?? ""),
    });
    const charge = { ...common, paid_cents: 0 };
    account.charges.push(
      ...days.map((period): Charge => ({ ...charge, ...ofPeriod(row.subscription ?? "", period) })),
    );
  }
  if (id === "amani")
    account.payments.push({ id: "credit", currency: "KES", cents: 1_000_00, allocations: [] });
  holdCharges(account);
  return account;
}

export const accounts = new Map(
  clients.filter(({ sample }) => !sample).map((client) => [client.id, accountOf(client)]),
);
