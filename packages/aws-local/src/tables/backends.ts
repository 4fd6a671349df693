import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { dynoxideBinary, startDynoxide } from "./dynoxide.ts";
import { serveTables } from "./serve-tables.ts";
import { openTables } from "./tables.ts";

type Running = { documents: DynamoDBDocumentClient; close(): Promise<void> };

/** Whatever answers as DynamoDB, for tests of what every one of them must do. */
export const backends: [name: string, start: () => Promise<Running>][] = [
  ["the tables here", startTables],
  ...(dynoxideBinary() ? ([["dynoxide", startSecondOpinion]] as [string, () => Promise<Running>][]) : []),
];

export function documentsAt(endpoint: string): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 1,
    requestHandler: { requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  return DynamoDBDocumentClient.from(client);
}

async function startTables(): Promise<Running> {
  const tables = await openTables();
  const server = await serveTables(tables);
  const documents = documentsAt(server.url);
  return {
    documents,
    async close() {
      documents.destroy();
      await server.close();
      await tables.close();
    },
  };
}

async function startSecondOpinion(): Promise<Running> {
  const server = await startDynoxide();
  if (!server) throw new Error("dynoxide is not installed.");
  const documents = documentsAt(server.url);
  return {
    documents,
    async close() {
      documents.destroy();
      await server.close();
    },
  };
}
