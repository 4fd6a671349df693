import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { EnvironmentOptions } from "aws-local";
import { localSchedule } from "../../infra/stack-names.ts";
import type { ListName } from "../../shared/list-page.ts";
import { rowsOf } from "./database.ts";
import { type Mail, startProduct } from "./product.ts";
import { databaseOf, tableNamed } from "./seed-rows.ts";
import { aClient } from "./staffed.ts";

type Template = NonNullable<EnvironmentOptions["template"]>;
type Properties = {
  Environment?: { Variables?: Record<string, unknown> };
  Timeout?: number;
  VisibilityTimeout?: number;
  RedrivePolicy?: { maxReceiveCount: number };
};

/**
 * Uses seconds where the deployed product uses minutes, so that tests can wait for retries. `isWatched`: functions take
 * minutes, because a test looks at all tables after each of their transactions.
 */
export const shortTimeouts =
  ({ attempts = 12, lease = 3, visibility = 2, isWatched = false } = {}): Template =>
  (template) => {
    const shorter: Record<string, string> = {
      LEASE_SECONDS: String(lease),
      RETRY_FIRST_SECONDS: "1",
      RETRY_MOST_SECONDS: "1",
      PAUSE_SECONDS: "1",
      MOST_RECEIVES: String(attempts),
    };
    for (const [id, resource] of Object.entries(template.Resources)) {
      const properties = (resource.Properties ?? {}) as Properties;
      const variables = properties.Environment?.Variables ?? {};
      if (isWatched && resource.Type === "AWS::Lambda::Function") properties.Timeout = 300;
      for (const name of Object.keys(variables)) variables[name] = shorter[name] ?? variables[name];
      if (id.startsWith("RemindersEmails") && properties.RedrivePolicy) {
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

/** The product with a member of staff signed in, and helpers for tests of reminders. */
export async function startReminderProduct(options: Partial<EnvironmentOptions> = {}) {
  const product = await startProduct(options, { name: "short timeouts", template: shortTimeouts() });
  const call = product.callerFor((await product.signIn(await product.createStaff("staff"))).access);
  const database = databaseOf(product);
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "local" };
  const sqs = new SQSClient({ region: product.region, endpoint: product.awsEndpoint, credentials });
  const queueUrl = async (name: string) => {
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    const url = QueueUrls.find((url) => url.includes(`/${name}`));
    if (!url) throw new Error(`There is no queue ${name}.`);
    return url;
  };

  /** An administrator without a valid address gets no email about changes. */
  async function unnotifiedAdmin() {
    const admin = await product.createStaff("admin");
    const { access } = await product.signIn(admin);
    const row = (await rows("Staff")).find((member) => member.email === admin.email);
    const email = "nobody@office";
    await put("Staff", { ...row, email });
    await product.userPool("AdminUpdateUserAttributes", {
      UserPoolId: product.userPoolId,
      Username: admin.email,
      UserAttributes: [{ Name: "email", Value: email }],
    });
    return product.callerFor(access);
  }
  let settingsAdmin: ReturnType<typeof unnotifiedAdmin> | undefined;
  const asSettingsAdmin: typeof call = async (key, input) => {
    settingsAdmin ??= unnotifiedAdmin();
    return (await settingsAdmin)(key, input);
  };
  const saveSettings = (more: object = {}) =>
    asSettingsAdmin("POST /api/v1/settings", { body: { ...companyProfile, ...more } });
  const newClient = async (more: object = {}) =>
    (await call("POST /api/v1/clients", { body: { ...aClient, ...more } })).body.client;
  /** Makes a client inactive. */
  const deactivate = ({ id, name, email }: { id: string; name: string; email: string }) =>
    call("PUT /api/v1/clients/{id}", { params: { id }, body: { name, email, status: "inactive" } });
  const subscribe = async (client_id: string, next_billing_date: string, more: object = {}) =>
    (
      await call("POST /api/v1/subscriptions", {
        body: { ...monthly, client_id, next_billing_date, ...more },
      })
    ).body.subscription;
  /** Saves a subscription with other values, as its form does. */
  const change = async (id: string, more: object) => {
    const { body } = await call("GET /api/v1/subscriptions");
    const { client_id, start_date, frequency, amount, status, next_billing_date } =
      body.subscriptions.find((subscription) => subscription.id === id) ?? {};
    const saved = { client_id, start_date, frequency, amount, status, next_billing_date };
    return call("PUT /api/v1/subscriptions/{id}", { params: { id }, body: { ...saved, ...more } });
  };

  /** Starts the daily run for 7:00 of a day, or for an instant, and waits until the product is idle. */
  async function sweep(as: string | number = "2026-12-24") {
    const outcome = await fire(as);
    await product.idle();
    return outcome;
  }
  /** Queues what no message woke, as the sweep does within the hour, and waits until the product is idle. */
  async function sweepOutbox() {
    await product.runSchedule(localSchedule("outbox-sweep"), product.now() + 45 * 60_000);
    await product.idle();
  }
  /** Starts the daily run without waiting for its emails. */
  function fire(as: string | number = "2026-12-24") {
    const at = typeof as === "number" ? as : Date.parse(`${as}T07:00:00+03:00`);
    return product.runSchedule(localSchedule("daily-run"), at);
  }

  /** Numbers all invoices and credit notes at once: their queue delays that by two seconds, and `idle` does not wait for it. */
  async function numberPapers() {
    const { functionId = "" } =
      product.granted().find(({ functionId }) => functionId.startsWith("InvoicingNumberPapers")) ?? {};
    await product.invoke(functionId, {});
  }

  const mails = async (subject: RegExp): Promise<Mail[]> =>
    (await product.inbox()).filter((mail) => subject.test(mail.subject));
  const rows = (table: string) => rowsOf(product, table);
  /** Writes a row without the API. */
  const put = async (table: string, Item: Record<string, unknown>) => {
    await database.send(new PutCommand({ TableName: await tableNamed(database, table), Item }));
  };
  /** The instant of the last removal from a list. Answers with `since` look a minute back, so an earlier one can hide it. */
  const removedAt = async (list: ListName) =>
    String((await rows("Settings")).find(({ name }) => name === "removals")?.[list]);
  const sendLog = () => rows("Reminders");
  /** The lines of the send log of one subscription, of the receipts of one client, or of the company. */
  const sendLogOf = async (id: string): Promise<(Record<string, unknown> & { entry: string })[]> =>
    (await sendLog())
      .filter(({ about, subscription_id, client_id, kind }) => {
        const isReceipt = kind === "receipt" || kind === "correction";
        return [about, subscription_id, isReceipt && client_id].includes(id);
      })
      .map((row) => ({ ...row, entry: `${row.period}#${row.claim}` }))
      .sort((a, b) => (a.entry < b.entry ? -1 : 1));

  return {
    product,
    call,
    sqs,
    emailQueue: () => queueUrl("RemindersEmails"),
    numbersQueue: () => queueUrl("InvoicingNumbers"),
    /** How many messages failed for good. */
    deadLetters: async () => {
      const query = { QueueUrl: await queueUrl("RemindersDeadLetters"), AttributeNames: ["All" as const] };
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand(query));
      return Number(Attributes?.ApproximateNumberOfMessages);
    },
    asSettingsAdmin,
    saveSettings,
    newClient,
    deactivate,
    subscribe,
    change,
    sweep,
    sweepOutbox,
    fire,
    numberPapers,
    mails,
    reminders: () => mails(/Renewal due|Payment due|Payment overdue|Still unpaid|Please pay today/),
    rows,
    put,
    removedAt,
    /** The whole send log, or the lines of one subscription (`company` for emails to the company). */
    sendLog: (id?: string) => (id === undefined ? sendLog() : sendLogOf(id)),
    sendNow: async () => (await call("POST /api/v1/send-notifications")).body,
    /** Sets the faults of SES; without an argument, removes them. */
    faults: async (faults?: object) => {
      const method = faults ? "PUT" : "DELETE";
      await fetch(`${product.mail}/faults`, { method, ...(faults && { body: JSON.stringify(faults) }) });
    },
  };
}
export type ReminderProduct = Awaited<ReturnType<typeof startReminderProduct>>;

const monthly = { start_date: "2026-01-15", frequency: "monthly", amount: 149.99 };
