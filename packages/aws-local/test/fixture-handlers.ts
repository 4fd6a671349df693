/** The functions of the fixture stack: each does what its event asks for, so that one bundle serves every test. */
import { setTimeout as wait } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SESClient, SendEmailCommand } from "@aws-sdk/client-ses";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, Context, SQSEvent } from "aws-lambda";

const table = process.env.TABLE_NAME ?? "";
const tables = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const queues = new SQSClient({});
const mails = new SESClient({});
const warm = { events: 0 };

interface Order {
  do: string;
  [detail: string]: unknown;
}

/** Carries out one order and tells what came of it; what fails is thrown, as in any handler. */
async function carryOut(order: Order, context: Context): Promise<unknown> {
  switch (order.do) {
    case "echo":
      return order;
    case "count":
      warm.events += 1;
      return warm.events;
    case "environment":
      return process.env;
    case "context":
      return { ...context, remaining: context.getRemainingTimeInMillis() };
    case "put":
      return tables.send(new PutCommand({ TableName: table, Item: { id: String(order.id), note: "kept" } }));
    case "get":
      return (await tables.send(new GetCommand({ TableName: table, Key: { id: String(order.id) } }))).Item;
    case "query": {
      const names = { "#status": "status" };
      const values = { ":status": "open" };
      const query = { TableName: table, IndexName: "by-status", KeyConditionExpression: "#status = :status" };
      return (
        await tables.send(
          new QueryCommand({ ...query, ExpressionAttributeNames: names, ExpressionAttributeValues: values }),
        )
      ).Items;
    }
    case "enqueue":
      return queues.send(
        new SendMessageCommand({
          QueueUrl: process.env.QUEUE_URL,
          MessageBody: JSON.stringify(order.message),
        }),
      );
    case "mail":
      return mails.send(
        new SendEmailCommand({
          Source: String(order.from ?? process.env.MAIL_FROM),
          Destination: { ToAddresses: [String(order.to ?? "anna@client.example")] },
          ConfigurationSetName: process.env.CONFIGURATION_SET,
          Message: { Subject: { Data: "Hello" }, Body: { Text: { Data: "An email." } } },
        }),
      );
    case "wait":
      await wait(Number(order.ms));
      return "waited";
    case "spin":
      for (;;);
    case "exit":
      return process.exit(Number(order.code ?? 1));
    case "crash":
      setImmediate(() => {
        throw new RangeError("outside of any promise");
      });
      return wait(10_000);
    case "throw":
      throw new TypeError(String(order.message));
    case "large":
      return "x".repeat(Number(order.bytes));
    case "log":
      console.log(order.message);
      return null;
    default:
      throw new Error(`The fixture knows no “${order.do}”.`);
  }
}

/** Invoked directly with an order, or by a route with the order as its body. */
export async function probe(event: Order | APIGatewayProxyEventV2, context: Context): Promise<unknown> {
  if (!("requestContext" in event)) return carryOut(event as Order, context);
  const request = event as APIGatewayProxyEventV2;
  if (!request.body || request.isBase64Encoded) return { statusCode: 200, body: JSON.stringify(request) };
  const order = JSON.parse(request.body) as Order;
  if (order.do === "event") return { statusCode: 200, body: JSON.stringify(request) };
  const result = await carryOut(order, context);
  return order.raw ? result : { statusCode: 200, body: JSON.stringify(result ?? null) };
}

/** Keeps each message of the queue; a message that asks for it fails alone. */
export async function consume(event: SQSEvent) {
  const failed: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    const message = JSON.parse(record.body) as { id: string; fail?: boolean };
    if (message.fail) failed.push({ itemIdentifier: record.messageId });
    else
      await tables.send(
        new PutCommand({ TableName: table, Item: { id: message.id, note: record.eventSourceARN } }),
      );
  }
  return { batchItemFailures: failed };
}

/** Keeps what it was called with, under the name its own template gave it. */
export async function keep(event: unknown) {
  const id = process.env.KEEP_AS ?? "event";
  await tables.send(new PutCommand({ TableName: table, Item: { id, event: JSON.stringify(event) } }));
  return { kept: id };
}
