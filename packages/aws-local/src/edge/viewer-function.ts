import type { IncomingMessage } from "node:http";
import { createContext, Script } from "node:vm";

type Outcome = { uri: string } | { statusCode: number; headers?: Record<string, { value: string }> };

export type ViewerFunction = (
  request: IncomingMessage,
  context: { distributionId: string; distributionDomainName: string; requestId: string },
) => Promise<Outcome>;

/** CloudFront allows far less. */
const TIMEOUT_MS = 5_000;

/** Compiles a function's code. It runs in a context with CloudFront's globals only. */
export function compileViewerFunction(name: string, code: string): ViewerFunction {
  const unsupported = /^\s*import\s|\b(querystring|cookies|multiValue)\b/m.exec(code);
  if (unsupported)
    throw new Error(`${name}: the CloudFront function feature “${unsupported[0].trim()}” is not supported.`);
  const sandbox = createContext(
    { console: { log: () => {} } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(code, { filename: `${name}.js` }).runInContext(sandbox, { timeout: TIMEOUT_MS });
  const call = new Script("handler(JSON.parse(event))", { filename: `${name}-call.js` });
  return async ({ method, url = "/", headersDistinct, socket }, context) => {
    const headers = Object.entries(headersDistinct).map(([header, values = []]) => [
      header,
      { value: values.join(",") },
    ]);
    sandbox.event = JSON.stringify({
      version: "1.0",
      context: { ...context, eventType: "viewer-request" },
      viewer: { ip: socket.remoteAddress },
      request: { method, uri: url.split("?")[0], headers: Object.fromEntries(headers) },
    });
    const outcome = JSON.parse(JSON.stringify(await call.runInContext(sandbox, { timeout: TIMEOUT_MS })));
    if (outcome.body) throw new Error(`${name}: a response with a body is not supported.`);
    return outcome;
  };
}
