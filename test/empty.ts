import { setTimeout as wait } from "node:timers/promises";
import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { ListQueuesCommand, PurgeQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Environment } from "../packages/aws-local/src/environment.ts";
import { endInterception } from "./interception.ts";

/** Milliseconds in which what is under way must come to its end. */
const patience = 10_000;
/** What one call may delete. */
const batch = 25;

/** Leaves nothing of what was done with a stack; false where something of it does not end. */
export async function empty(environment: Environment): Promise<boolean> {
  const { mail, awsEndpoint: endpoint, region } = environment;
  const engineer = { region, endpoint, credentials: { accessKeyId: "LOCALADMIN", secretAccessKey: "local" } };
  endInterception(environment);
  await fetch(`${mail}/faults`, { method: "DELETE" });
  await purgeQueues(new SQSClient(engineer));
  const settled = await Promise.race([environment.idle().then(() => true), wait(patience, false)]);
  if (!settled) return false;
  environment.reload();
  await deleteRows(DynamoDBDocumentClient.from(new DynamoDBClient(engineer)));
  await deletePeople(environment);
  await fetch(`${mail}/messages`, { method: "DELETE" });
  return true;
}

async function purgeQueues(sqs: SQSClient): Promise<void> {
  const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
  await Promise.all(QueueUrls.map((QueueUrl) => sqs.send(new PurgeQueueCommand({ QueueUrl }))));
  sqs.destroy();
}

async function deleteRows(database: DynamoDBDocumentClient): Promise<void> {
  const { TableNames = [] } = await database.send(new ListTablesCommand({}));
  await Promise.all(
    TableNames.map(async (TableName) => {
      const { Table } = await database.send(new DescribeTableCommand({ TableName }));
      const key = (Table?.KeySchema ?? []).map(({ AttributeName = "" }) => AttributeName);
      for (;;) {
        const { Items = [] } = await database.send(new ScanCommand({ TableName }));
        if (Items.length === 0) return;
        for (let start = 0; start < Items.length; start += batch) {
          const deletes = Items.slice(start, start + batch).map((item) => ({
            DeleteRequest: { Key: Object.fromEntries(key.map((name) => [name, item[name]])) },
          }));
          await database.send(new BatchWriteCommand({ RequestItems: { [TableName]: deletes } }));
        }
      }
    }),
  );
  database.destroy();
}

async function deletePeople({ userPool, userPoolId: UserPoolId }: Environment): Promise<void> {
  for (;;) {
    const { Users } = (await userPool("ListUsers", { UserPoolId })) as { Users: { Username: string }[] };
    if (Users.length === 0) return;
    for (const { Username } of Users) await userPool("AdminDeleteUser", { UserPoolId, Username });
  }
}
