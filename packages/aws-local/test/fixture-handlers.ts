/** The functions of the fixture stack: they run commands from events, so that all tests share one bundle. */
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

interface Command {
  do: string;
  [detail: string]: unknown;
}

async function runCommand(command: Command, context: Context): Promise<unknown> {
  switch (command.do) {
    case "echo":
      return command;
    case "count":
      warm.events += 1;
      return warm.events;
    case "environment":
      return process.env;
    case "context":
      return { ...context, remaining: context.getRemainingTimeInMillis() };
    case "put":
      return tables.send(
        new PutCommand({ TableName: table, Item: { id: String(command.id), note: "stored" } }),
      );
    case "get":
      return (await tables.send(new GetCommand({ TableName: table, Key: { id: String(command.id) } }))).Item;
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
          MessageBody: JSON.stringify(command.message),
        }),
      );
    case "mail":
      return mails.send(
        new SendEmailCommand({
          Source: String(command.from ?? process.env.MAIL_FROM),
          Destination: { ToAddresses: [String(command.to ?? "anna@client.example")] },
          ConfigurationSetName: process.env.CONFIGURATION_SET,
          Message: { Subject: { Data: "Hello" }, Body: { Text: { Data: "An email." } } },
        }),
      );
    case "wait":
      await wait(Number(command.ms));
      return "waited";
    case "spin":
      for (;;);
    case "exit":
      return process.exit(Number(command.code ?? 1));
    case "crash":
      setImmediate(() => {
        throw new RangeError("outside of any promise");
      });
      return wait(10_000);
    case "throw":
      throw new TypeError(String(command.message));
    case "large":
      return "x".repeat(Number(command.bytes));
    case "log":
      console.log(command.message);
      return null;
    default:
      throw new Error(`Unknown command “${command.do}”.`);
  }
}

/** Invoked with a command, or by a route with the command as its body. */
export async function probe(event: Command | APIGatewayProxyEventV2, context: Context): Promise<unknown> {
  if (!("requestContext" in event)) return runCommand(event as Command, context);
  const request = event as APIGatewayProxyEventV2;
  if (!request.body || request.isBase64Encoded) return { statusCode: 200, body: JSON.stringify(request) };
  const command = JSON.parse(request.body) as Command;
  if (command.do === "event") return { statusCode: 200, body: JSON.stringify(request) };
  const result = await runCommand(command, context);
  return command.raw ? result : { statusCode: 200, body: JSON.stringify(result ?? null) };
}

/** Stores each message; a message with `fail` is reported as failed. */
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

/** Stores its event under the id from its environment. */
export async function storeEvent(event: unknown) {
  const id = process.env.ITEM_ID ?? "event";
  await tables.send(new PutCommand({ TableName: table, Item: { id, event: JSON.stringify(event) } }));
  return { stored: id };
}
