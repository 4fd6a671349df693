import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { AwsError } from "../aws-error.ts";
import { openConflicts } from "./conflicts.ts";
import { defineTable, type Input, type Output, type TableDefinition } from "./definitions.ts";
import { startDynoxide } from "./dynoxide.ts";

export type Tables = Awaited<ReturnType<typeof openTables>>;

/** DynamoDB on this machine, kept in a directory, or in memory without one: dynoxide, and conflicts of transactions. */
export async function openTables(directory?: string) {
  if (directory !== undefined) await mkdir(directory, { recursive: true });
  const dynoxide = await startDynoxide(directory && join(directory, "tables.sqlite"));
  const defined = new Map<string, TableDefinition>();
  const send = (operation: string, input: Input) => ask(dynoxide.url, operation, input);
  const unlessInConflict = openConflicts((table) => defined.get(table)?.KeySchema);
  return {
    /** Makes the tables as defined; see `defineTable`. Tables not among them stay as they are. */
    async create(definitions: TableDefinition[]): Promise<void> {
      for (const definition of definitions) {
        await defineTable(send, definition);
        defined.set(definition.TableName, definition);
      }
    },

    /** One operation of the API, as JSON goes over the wire. Throws AwsError by DynamoDB's names. */
    async call(operation: string, input: Input): Promise<Output> {
      if (operation === "DescribeTimeToLive") return describeTimeToLive(defined.get(String(input.TableName)));
      return unlessInConflict(operation, input, () => send(operation, input));
    },

    /** Removes every item. */
    async empty(): Promise<void> {
      for (const definition of defined.values()) {
        await send("DeleteTable", { TableName: definition.TableName });
        await defineTable(send, definition);
      }
    },

    close: dynoxide.close,
  };
}

/** dynoxide is not told of it, since it would remove items by the machine's clock; here they stay. */
function describeTimeToLive(table: TableDefinition | undefined): Output {
  if (!table) throw new AwsError("ResourceNotFoundException", "Requested resource not found");
  const { Enabled, AttributeName } = table.TimeToLiveSpecification ?? {};
  const status = Enabled ? { TimeToLiveStatus: "ENABLED", AttributeName } : { TimeToLiveStatus: "DISABLED" };
  return { TimeToLiveDescription: status };
}

// Who may do what was judged before; dynoxide only wants to see that a call is signed.
const signature =
  "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";

/** By node:http, as `fetch` takes four times as long. */
async function ask(url: string, operation: string, input: Input): Promise<Output> {
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": `DynamoDB_20120810.${operation}`,
    "x-amz-date": "20260101T000000Z",
    authorization: signature,
  };
  const asked = request(url, { method: "POST", headers }).end(withoutHalves(JSON.stringify(input)));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const { statusCode: status = 500 } = response;
  const output = JSON.parse(withHalves(await text(response))) as Output;
  if (status < 300) return output;
  const { __type: type = "", message, Message, ...details } = output as Record<string, string>;
  throw new AwsError(type.slice(type.indexOf("#") + 1), message ?? Message ?? "", status, details);
}

/**
 * DynamoDB's JSON may hold half a surrogate pair, which dynoxide refuses: such halves are kept as characters of the
 * last private plane.
 */
const plane = 0x10_f000 - 0xd8_00;
const withoutHalves = (json: string) =>
  json.replace(/(?<!\\)((?:\\\\)*)\\u(d[89a-f][0-9a-f]{2})/g, (_, before: string, hex: string) =>
    before.concat(String.fromCodePoint(plane + Number.parseInt(hex, 16))),
  );
const withHalves = (json: string) =>
  json.replace(
    /[\u{10f000}-\u{10f7ff}]/gu,
    (kept) => `\\u${((kept.codePointAt(0) ?? 0) - plane).toString(16)}`,
  );
