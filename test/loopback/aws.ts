/** A local HTTP server with the AWS operations that preflight and the CDK CLI use. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { AwsRequest, LoopbackAccount, Reply } from "./account.ts";
import { objectOperations } from "./object-operations.ts";
import { errorXml, operations } from "./operations.ts";
import { resourceOperations } from "./resource-operations.ts";

/** The operation comes from X-Amz-Target (JSON), Action (query) or the path (S3 and others). */
function operationOf(request: IncomingMessage, { input, path, headers }: AwsRequest): string {
  const target = request.headers["x-amz-target"];
  if (typeof target === "string") return target.split(".").at(-1) ?? "";
  if (input.Action) return input.Action;
  if (path.includes("/account-settings")) return "GetAccountSettings";
  if (path.includes("/email/account")) return "GetAccount";
  if (path.includes("/email/identities/")) return "GetEmailIdentity";
  if (path.endsWith("/invocations")) return "Invoke";
  if (headers["x-amz-copy-source"]) return "S3 PUTcopy";
  if (request.method !== "GET" && /^\/[^/]+\/?$/.test(path) && !/[?&]uploads/.test(request.url ?? ""))
    return `S3 bucket ${request.method}`;
  return `S3 ${request.method}${/[?&](list-type|versions|tagging|location|encryption|uploads|partNumber|uploadId)\b/.exec(request.url ?? "")?.[1] ?? ""}`;
}

export async function startLoopbackAws(account: LoopbackAccount) {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const isJson = `${request.headers["content-type"]}`.includes("x-amz-json");
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const input: Record<string, string> = isJson
      ? JSON.parse(body.toString() || "{}")
      : Object.fromEntries(new URLSearchParams(`${query}&${body}`));
    const call = {
      input,
      path: decodeURIComponent(path),
      body,
      headers: request.headers as Record<string, string>,
    };
    const operation = operationOf(request, call);
    if (account.silent.includes(operation)) return;
    const code = account.refused[operation];
    const respond =
      operations[operation] ??
      objectOperations[operation] ??
      resourceOperations[operation] ??
      ((): Reply => ({ status: 501, body: errorXml("Unknown", operation) }));
    const reply =
      code === undefined ? respond(account, call) : refusal(code, { isQuery: input.Action !== undefined });
    const json = typeof reply.body === "object";
    response.writeHead(reply.status ?? 200, {
      "content-type": json ? "application/json" : "text/xml",
      etag: '"1"',
      ...errorType(reply.body),
      ...reply.headers,
    });
    response.end(json ? JSON.stringify(reply.body) : reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const refusal = (code: string, { isQuery }: { isQuery: boolean }): Reply => ({
  status: 403,
  body: isQuery ? errorXml(code, "refused") : { __type: code, message: "refused" },
});

const errorType = (body: string | object): Record<string, string> =>
  typeof body === "object" && "__type" in body ? { "x-amzn-errortype": String(body.__type) } : {};
