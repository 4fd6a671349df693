import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Product, startProduct } from "../../e2e/product.ts";
import { databaseOf, tableNamed } from "../../e2e/seed-rows.ts";

let product: Product;
afterEach(() => product?.stop());

const fields = { name: "Achieng", email: "achieng@example.co.ke", phone: "", message: "Hello" };
const send = () => product.call("POST /api/send-email", { body: fields });
const mails = async () => (await product.inbox()).filter(({ subject }) => subject === "Message from Achieng");
const faults = (body?: object) =>
  fetch(
    `${product.mail}/faults`,
    body ? { method: "PUT", body: JSON.stringify(body) } : { method: "DELETE" },
  );
const retry = () => {
  const schedule = product.schedules().find(({ expression }) => expression.startsWith("rate"));
  return product.fire(schedule?.name ?? "", product.now());
};
async function states() {
  const database = databaseOf(product);
  const { Items = [] } = await database.send(
    new ScanCommand({ TableName: await tableNamed(database, "Messages") }),
  );
  return Items.map(({ state }) => state);
}

beforeEach(async () => {
  product = await startProduct();
});

test("with the mail service down the visitor is thanked, and the message is mailed once it is back", async () => {
  await faults({ down: true });
  expect((await send()).body).toEqual({ received: true });
  expect(await states()).toEqual(["pending"]);
  await faults();
  await retry();
  await product.idle();
  expect((await mails()).length).toBe(1);
  expect(await states()).toEqual(["mailed"]);
  await retry();
  await product.idle();
  expect((await mails()).length).toBe(1);
});

test("a message whose queueing failed is found and queued by the retry", async () => {
  await product.stop();
  product = await startProduct({
    template: (template) => {
      const resources = template.Resources as Record<
        string,
        { Type: string; Properties: { PolicyName?: string } }
      >;
      for (const { Type, Properties } of Object.values(resources)) {
        if (Type !== "AWS::IAM::Policy" || !Properties.PolicyName?.startsWith("ApiContact")) continue;
        Object.assign(
          Properties,
          JSON.parse(JSON.stringify(Properties).replaceAll("sqs:SendMessage", "sqs:ListQueues")),
        );
      }
      return template;
    },
  });
  expect((await send()).body).toEqual({ received: true });
  await product.idle();
  expect([await states(), await mails()]).toEqual([["pending"], []]);
  await retry();
  await product.idle();
  expect((await mails()).length).toBe(1);
});
