import { type Environment, startEnvironment } from "aws-local";
import { localSchedule } from "../infra/stack-names.ts";
import { addDays } from "../shared/day.ts";
import { type AwsCall, intercept } from "../test/product/interception.ts";
import type { Mail } from "../test/product/product.ts";
import { companyProfile } from "../test/product/reminder-product.ts";
import { seededClient, seededSubscription, seedRows } from "../test/product/seed-rows.ts";
import type { Figure } from "./figure.ts";

const SUBSCRIPTIONS = 50_000;
const DUE = 800;
const today = "2026-12-24";

/** A daily run in a large company, from the schedule to the last delivery status. Almost all of its time is SES's. */
export async function measure(): Promise<Figure[]> {
  const environment = await startEnvironment({
    assembly: process.env.CLOUD_ASSEMBLY ?? "cdk.out",
    // After the scheduled hour, so that there is only the measured run.
    now: `${today}T08:00`,
  });
  try {
    const recipients = await seed(environment);
    const reads = watchReads(environment);
    const start = performance.now();
    const outcome = await environment.runSchedule(
      localSchedule("daily-run"),
      Date.parse(`${today}T07:00:00+03:00`),
    );
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
      { name: "sweep: items read per item due", unit: "", value: reads.read() / DUE, budget: 1.05 },
      { name: "sweep: to the last message queued", unit: "s", value: (swept - start) / 1_000, budget: 60 },
      { name: "sweep: items in memory at once", unit: "", value: reads.max(), budget: 500 },
      { name: "reminders due and not sent", unit: "", value: missing, budget: 0 },
      { name: "reminders sent twice", unit: "", value: reminded.length - new Set(reminded).size, budget: 0 },
      {
        name: `sending ${DUE}: time relative to the account's rate of ${reads.rate()}/s`,
        unit: "×",
        value: sending / (DUE / reads.rate()),
        budget: 1.15,
      },
    ];
  } finally {
    await environment.stop();
  }
}

/** A client with its own address for each due subscription. Returns the addresses. */
async function seed(environment: Environment): Promise<Set<string>> {
  const addresses = Array.from({ length: DUE }, (_, index) => seededClient("", index).email);
  const clients = await seedRows(environment, "Clients", DUE, seededClient);
  // Their charges are not stored: nothing falls due on this day, so the sweep reads none.
  await seedRows(environment, "Subscriptions", SUBSCRIPTIONS, (id, index) =>
    seededSubscription({
      id,
      client_id: clients[index % DUE] as string,
      next_billing_date: index < DUE ? addDays(today, (index % 28) - 20) : addDays(today, 8 + (index % 300)),
    }),
  );
  await seedRows(environment, "Settings", 1, () => ({
    name: "company",
    ...companyProfile,
    notify_renewals: true,
    notify_overdue: true,
    notify_new_clients: true,
    notify_system: true,
    version: 1,
  }));
  return new Set(addresses);
}

/** Counts the items that the sweep reads at the AWS endpoint, and notes the account's sending rate. */
function watchReads(environment: Environment) {
  let read = 0;
  let rate = Number.NaN;
  let max = 0;
  intercept(environment, async (call: AwsCall, pass) => {
    const answer = await pass();
    const isSweep = call.from?.startsWith("RemindersSweep") && /Query|Scan|Get/.test(call.operation);
    if (!isSweep && call.operation !== "GetSendQuota") return answer;
    const body = await answer.text();
    if (call.operation === "GetSendQuota") rate = Number(/<MaxSendRate>([\d.]+)/.exec(body)?.[1]);
    else {
      const { ScannedCount, Responses, Item } = JSON.parse(body);
      read += ScannedCount ?? (Responses ? Object.values(Responses).flat().length : Item ? 1 : 0);
      max = Math.max(max, ScannedCount ?? 0);
    }
    return new Response(body, { status: answer.status, headers: answer.headers });
  });
  return { read: () => read, rate: () => rate, max: () => max };
}
