import { type Environment, startEnvironment } from "aws-local";
import { addDays } from "../shared/day.ts";
import { type AwsCall, intercept } from "../test/interception.ts";
import type { Mail } from "../test/product.ts";
import { companyProfile } from "../test/reminding.ts";
import { referenceAt, seedRows } from "../test/seed-rows.ts";
import type { Figure } from "./figure.ts";

const subscriptions = 50_000;
const due = 800;
const today = "2026-12-24";

/**
 * One daily run over a large company, from the schedule to the last email's delivery status. Of the time that it takes
 * all but moments are SES's.
 */
export async function measure(): Promise<Figure[]> {
  const environment = await startEnvironment({
    assembly: process.env.CLOUD_ASSEMBLY ?? "cdk.out",
    // Past the schedule's own hour, so that the only run is the one that is measured.
    now: `${today}T08:00`,
  });
  try {
    const recipients = await seed(environment);
    const seen = watch(environment);
    const daily = environment.schedules().find(({ expression }) => expression.startsWith("cron"));
    const began = performance.now();
    const outcome = await environment.runSchedule(daily?.name ?? "", Date.parse(`${today}T07:00:00+03:00`));
    if ("error" in outcome) throw new Error(outcome.error);
    const swept = performance.now();
    await environment.idle();

    const all: Mail[] = await (await fetch(`${environment.mail}/messages`)).json();
    const mails = all.filter(({ to }) => to.some((address) => recipients.has(address)));
    const reminded = mails.flatMap(({ to }) => to);
    const instants = mails.map(({ sentAt }) => Date.parse(sentAt)).sort((one, other) => one - other);
    const sending = ((instants.at(-1) ?? 0) - (instants[0] ?? 0)) / 1_000;
    const missing = recipients.size - new Set(reminded).size;
    return [
      { what: "sweep: items read per item due", unit: "", found: seen.read() / due, budget: 1.05 },
      { what: "sweep: to the last message queued", unit: "s", found: (swept - began) / 1_000, budget: 60 },
      { what: "sweep: items held at a time, whatever is due", unit: "", found: seen.most(), budget: 500 },
      { what: "reminders due and not sent", unit: "", found: missing, budget: 0 },
      { what: "reminders sent twice", unit: "", found: reminded.length - new Set(reminded).size, budget: 0 },
      {
        what: `sending ${due}: time over what the account's rate of ${seen.rate()}/s takes`,
        unit: "×",
        found: sending / (due / seen.rate()),
        budget: 1.15,
      },
    ];
  } finally {
    await environment.stop();
  }
}

/** The due ones' own clients, each with an address of their own. */
async function seed(environment: Environment): Promise<Set<string>> {
  const created_at = "2026-01-15T09:00:00.000Z";
  const addresses = Array.from({ length: due }, (_, index) => `client${index}@client.example`);
  const clients = await seedRows(environment, "Clients", due, (id, index) => ({
    ...{ id, email: addresses[index] },
    name: `Client ${index}`,
    payment_reference: referenceAt(index),
    ...{ phone: "", company: "", address: "", status: "active", created_at, version: 1 },
  }));
  await seedRows(environment, "Subscriptions", subscriptions, (id, index) => ({
    ...{ id, client_id: clients[index % due] },
    start_date: "2026-01-15",
    frequency: "monthly",
    amount_cents: 149_99,
    status: "active",
    next_billing_date: index < due ? addDays(today, (index % 28) - 20) : addDays(today, 8 + (index % 300)),
    // Those who have paid before are looked up among the payments, in vain.
    ...{ billing_anchor: "2026-01-15", created_at, version: 1, renewals: index % 2 },
  }));
  const { version: _, ...switches } = { version: 1, notify_renewals: true, notify_overdue: true };
  await seedRows(environment, "Settings", 1, () => ({
    name: "company",
    ...companyProfile,
    ...switches,
    notify_new_clients: true,
    notify_system: true,
    version: 1,
  }));
  return new Set(addresses);
}

/** Counts at the AWS endpoint what the daily run reads and holds at a time, and hears the account's rate. */
function watch(environment: Environment) {
  let read = 0;
  let rate = Number.NaN;
  let most = 0;
  intercept(environment, async (call: AwsCall, pass) => {
    const answer = await pass();
    const sweeps = call.from?.startsWith("RemindersSweep") && /Query|Scan|Get/.test(call.operation);
    if (!sweeps && call.operation !== "GetSendQuota") return answer;
    const body = await answer.text();
    if (call.operation === "GetSendQuota") rate = Number(/<MaxSendRate>([\d.]+)/.exec(body)?.[1]);
    else {
      const { ScannedCount, Responses, Item } = JSON.parse(body);
      read += ScannedCount ?? (Responses ? Object.values(Responses).flat().length : Item ? 1 : 0);
      most = Math.max(most, ScannedCount ?? 0);
    }
    return new Response(body, { status: answer.status, headers: answer.headers });
  });
  return { read: () => read, rate: () => rate, most: () => most };
}
