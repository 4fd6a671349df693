import { type AwsCall, intercept } from "./interception.ts";
import { type ReminderProduct, startReminderProduct } from "./reminder-product.ts";

/** A client with one subscription. */
export type Someone = {
  client: Awaited<ReturnType<ReminderProduct["newClient"]>>;
  subscription: Awaited<ReturnType<ReminderProduct["subscribe"]>>;
};
export type Sending = Awaited<ReturnType<typeof startSending>>;

/** Tells clients of several tests apart. */
let people = 0;

/** A product that sends reminders, in which a test follows the emails of each client. */
export async function startSending(options: Parameters<typeof startReminderProduct>[0] = {}) {
  const on = await startReminderProduct(options);
  await on.saveSettings();
  const sending = {
    ...on,
    /** Answers a call of a function to AWS; a call without an answer passes. */
    answerTo: async (_: AwsCall): Promise<Response | undefined> => undefined,
    /** A new client with one subscription; tests find emails by the address. */
    async someoneDue(period = "2026-12-31", more: object = {}): Promise<Someone> {
      people += 1;
      const email = `client${people}@client.example`;
      const client = await on.newClient({ name: `Client ${people}`, email });
      return { client, subscription: await on.subscribe(client.id, period, more) };
    },
    mailsTo: async ({ client }: Someone) => (await on.reminders()).filter(({ to }) => to[0] === client.email),
    entries: async ({ subscription }: Someone) =>
      (await on.sendLog(subscription.id)).map(({ entry, state, reason }) => [entry, state, reason]),
  };
  intercept(on.product, async (call, pass) => (await sending.answerTo(call)) ?? pass());
  return sending;
}
