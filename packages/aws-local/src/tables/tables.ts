import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { AwsError } from "../aws-error.ts";
import { openConflicts } from "./conflicts.ts";
import { createTable, defineTables, type Input, type Output, type TableDefinition } from "./definitions.ts";
import { startDynoxide } from "./dynoxide.ts";

export type Tables = Awaited<ReturnType<typeof openTables>>;

/** DynamoDB, in a directory or in memory: dynoxide with transaction conflicts. */
export async function openTables(directory?: string) {
  if (directory !== undefined) await mkdir(directory, { recursive: true });
  const dynoxide = await startDynoxide(directory && join(directory, "tables.sqlite"));
  const definitions = new Map<string, TableDefinition>();
  const send = (operation: string, input: Input) => post(dynoxide.url, operation, input);
  const checkConflicts = openConflicts((table) => definitions.get(table)?.KeySchema);
  return {
    /** Creates missing tables. @throws StoredShapeError */
    async create(tables: TableDefinition[]): Promise<void> {
      await defineTables(send, tables);
      for (const definition of tables) definitions.set(definition.TableName, definition);
    },

    async call(operation: string, input: Input): Promise<Output> {
      if (operation === "DescribeTimeToLive")
        return describeTimeToLive(definitions.get(String(input.TableName)));
      if (operation === "Query") refuseEmptyKeys(input);
      return checkConflicts(operation, input, () => send(operation, input));
    },

    async clear(): Promise<void> {
      for (const definition of definitions.values()) {
        await send("DeleteTable", { TableName: definition.TableName });
        await createTable(send, definition);
      }
    },

    close: dynoxide.close,
  };
}

/** dynoxide gets no time to live, because it would delete items by the machine's clock. */
function describeTimeToLive(table: TableDefinition | undefined): Output {
  if (!table) throw new AwsError("ResourceNotFoundException", "Requested resource not found");
  const { Enabled, AttributeName } = table.TimeToLiveSpecification ?? {};
  const status = Enabled ? { TimeToLiveStatus: "ENABLED", AttributeName } : { TimeToLiveStatus: "DISABLED" };
  return { TimeToLiveDescription: status };
}

/** dynoxide compares keys with an empty text, which DynamoDB refuses. */
function refuseEmptyKeys({ KeyConditionExpression = "", ExpressionAttributeValues = {} }: Input): void {
  const values = ExpressionAttributeValues as Record<string, { S?: string }>;
  const isEmpty = (name: string) => values[name]?.S === "";
  if (String(KeyConditionExpression).match(/:\w+/g)?.some(isEmpty))
    throw new AwsError("ValidationException", "A key attribute cannot contain an empty string value.");
}

// dynoxide requires a signature but does not verify it; permissions were checked before.
const SIGNATURE =
  "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";

/** Uses node:http, because `fetch` takes four times as long. */
async function post(url: string, operation: string, input: Input): Promise<Output> {
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": `DynamoDB_20120810.${operation}`,
    "x-amz-date": "20260101T000000Z",
    authorization: SIGNATURE,
  };
  const sent = request(url, { method: "POST", headers }).end(encodeLoneSurrogates(JSON.stringify(input)));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { statusCode: status = 500 } = response;
  const output = JSON.parse(decodeLoneSurrogates(await text(response))) as Output;
  if (status < 300) return output;
  const { __type: type = "", message, Message, ...details } = output as Record<string, string>;
  throw new AwsError(type.slice(type.indexOf("#") + 1), message ?? Message ?? "", status, details);
}

/** dynoxide refuses lone surrogates, which DynamoDB allows: they are stored as characters of the last private plane. */
const PRIVATE_PLANE_OFFSET = 0x10_f000 - 0xd8_00;
const encodeLoneSurrogates = (json: string) =>
  // The expression looks at every character.
  !json.includes("\\ud")
    ? json
    : json.replace(/(?<!\\)((?:\\\\)*)\\u(d[89a-f][0-9a-f]{2})/g, (_, before: string, hex: string) =>
        before.concat(String.fromCodePoint(PRIVATE_PLANE_OFFSET + Number.parseInt(hex, 16))),
      );
const decodeLoneSurrogates = (json: string) =>
  json.replace(
    /[\u{10f000}-\u{10f7ff}]/gu,
    (character) => `\\u${((character.codePointAt(0) ?? 0) - PRIVATE_PLANE_OFFSET).toString(16)}`,
  );
