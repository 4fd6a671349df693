import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { AwsError } from "../aws-error.ts";
import type { Tables } from "./tables.ts";

/** The tables alone at an address on this machine, for a DynamoDB client; whoever asks may do everything. */
export async function serveTables(
  tables: Pick<Tables, "call">,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
    };
    try {
      const [, operation = ""] = String(request.headers["x-amz-target"]).split(".");
      answer(200, await tables.call(operation, (await json(request)) as Record<string, unknown>));
    } catch (error) {
      const known = error instanceof AwsError;
      const { code, message, status, details } = known
        ? error
        : new AwsError("InternalServerError", String(error), 500);
      answer(status, { __type: `com.amazonaws.dynamodb.v20120810#${code}`, message, ...details });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
