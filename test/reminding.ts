import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { PutCommand, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { EnvironmentOptions } from "aws-local";
import { type Mail, startProduct } from "./product.ts";
import { databaseOf, tableNamed } from "./seed-rows.ts";
import { aClient } from "./staffed.ts";

type Template = NonNullable<EnvironmentOptions["template"]>;
type Properties = {
  Environment?: { Variables?: Record<string, unknown> };
  VisibilityTimeout?: number;
  RedrivePolicy?: { maxReceiveCount: number };
};

/** Seconds where the deployed product has minutes, so that what waits is waited for. */
export const hasty =
  ({ attempts = 12, lease = 3, visibility = 2 } = {}): Template =>
  (template) => {
    const hurried: Record<string, string> = {
      LEASE_SECONDS: String(lease),
      RETRY_FIRST_SECONDS: "1",
      RETRY_MOST_SECONDS: "1",
      PAUSE_SECONDS: "1",
      MOST_RECEIVES: String(attempts),
    };
    for (const [id, resource] of Object.entries(template.Resources)) {
      const properties = (resource.Properties ?? {}) as Properties;
      const variables = properties.Environment?.Variables ?? {};
      for (const name of Object.keys(variables)) variables[name] = hurried[name] ?? variables[name];
      if (id.startsWith("RemindersOutbox") && properties.RedrivePolicy) {
        properties.VisibilityTimeout = visibility;
        properties.RedrivePolicy.maxReceiveCount = attempts;
      }
    }
    return template;
  };

export const companyProfile = {
  company_name: "Mwamba Software",
  company_address: "Ngong Road\nNairobi",
  company_phone: "+254 700 000000",
  company_email: "hello@mwamba.example",
  company_website: "mwamba.example",
  notification_email: "office@mwamba.example",
  logo_url: "",
};

/** The product with somebody signed in, and the words in which tests speak of reminders. */
export async function startReminding(options: Partial<EnvironmentOptions> = {}) {
  const product = await startProduct(options, { name: "hasty", template: hasty() });
  const call = product.callerFor((await product.signIn(await product.employ("staff"))).access);
  const database = databaseOf(product);
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "local" };
  const sqs = new SQSClient({ region: product.region, endpoint: product.awsEndpoint, credentials });
  const queueUrl = async (name: string) => {
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const found = QueueUrls.find((url) => url.includes(`/${name}`));
    if (!found) throw new Error(`There is no queue ${name}.`);
    return found;
  };

  const saveSettings = (more: object = {}) =>
    call("POST /api/v1/settings", { body: { ...companyProfile, ...more } });
  const newClient = async (more: object = {}) =>
    (await call("POST /api/v1/clients", { body: { ...aClient, ...more } })).body.client;
  /** Makes a client inactive. */
  const leave = ({ id, name, email }: { id: string; name: string; email: string }) =>
    call("PUT /api/v1/clients/{id}", { params: { id }, body: { name, email, status: "inactive" } });
  const subscribe = async (client_id: string, next_billing_date: string, more: object = {}) =>
    (await call("POST /api/v1/subscriptions", { body: { ...wanted, client_id, next_billing_date, ...more } }))
      .body.subscription;
  /** Saves a subscription with other values, as its form does. */
  const change = async (id: string, more: object) => {
    const { body } = await call("GET /api/v1/subscriptions");
    const { client_id, start_date, frequency, amount, status, next_billing_date } =
      body.subscriptions.find((one) => one.id === id) ?? {};
    const as = { client_id, start_date, frequency, amount, status, next_billing_date };
    return call("PUT /api/v1/subscriptions/{id}", { params: { id }, body: { ...as, ...more } });
  };

  /** Runs the daily schedule as of a day's 7 o'clock, or of another instant, and waits until all is settled. */
  async function sweep(as: string | number = "2026-12-24") {
    const outcome = await fire(as);
    await product.idle();
    return outcome;
  }
  /** As `sweep`, without waiting for what comes of it. */
  function fire(as: string | number = "2026-12-24") {
    const daily = product.schedules().find(({ expression }) => expression.startsWith("cron"));
    const at = typeof as === "number" ? as : Date.parse(`${as}T07:00:00+03:00`);
    return product.runSchedule(daily?.name ?? "", at);
  }

  const mails = async (subject: RegExp): Promise<Mail[]> =>
    (await product.inbox()).filter((mail) => subject.test(mail.subject));
  const rows = async (table: string): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const page = await database.send(
        new ScanCommand({ TableName: await tableNamed(database, table), ExclusiveStartKey: from }),
      );
      found.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from);
    return found;
  };
  const ledger = () => rows("Reminders");
  /** One subscription's lines of the ledger, which fit in one answer. */
  const ledgerOf = async (id: string): Promise<Record<string, unknown>[]> => {
    const { Items = [] } = await database.send(
      new QueryCommand({
        TableName: await tableNamed(database, "Reminders"),
        KeyConditionExpression: "subscription_id = :id",
        ExpressionAttributeValues: { ":id": id },
        ConsistentRead: true,
      }),
    );
    return Items;
  };

  return {
    product,
    call,
    sqs,
    outbox: () => queueUrl("RemindersOutbox"),
    /** How many messages were given up. */
    deadLetters: async () => {
      const asked = { QueueUrl: await queueUrl("RemindersDeadLetters"), AttributeNames: ["All" as const] };
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand(asked));
      return Number(Attributes?.ApproximateNumberOfMessages);
    },
    saveSettings,
    newClient,
    leave,
    subscribe,
    change,
    sweep,
    fire,
    mails,
    reminders: () => mails(/Renewal due|Payment overdue/),
    rows,
    /** Writes a row past the API. */
    put: async (table: string, Item: Record<string, unknown>) => {
      await database.send(new PutCommand({ TableName: await tableNamed(database, table), Item }));
    },
    /** Every line of the ledger, or those of one subscription (`company` for emails to the company). */
    ledger: (id?: string) => (id === undefined ? ledger() : ledgerOf(id)),
    sendNow: async () => (await call("POST /api/v1/send-notifications")).body,
    /** Lets SES misbehave; without any, it behaves. */
    faults: async (faults?: object) => {
      const method = faults ? "PUT" : "DELETE";
      await fetch(`${product.mail}/faults`, { method, ...(faults && { body: JSON.stringify(faults) }) });
    },
  };
}
export type Reminding = Awaited<ReturnType<typeof startReminding>>;

const wanted = { start_date: "2026-01-15", frequency: "monthly", amount: 149.99 };
