/** CloudFront functions, run at a viewer's request. */
import type { IncomingMessage } from "node:http";
import { createContext, Script } from "node:vm";

type Values = Record<string, { value: string }>;

/** The request as a function left it, or a response that it made itself, without asking an origin. */
type Outcome = { uri: string } | { statusCode: number; headers?: Values };

export type ViewerFunction = (
  request: IncomingMessage,
  context: { distributionId: string; distributionDomainName: string; requestId: string },
) => Promise<Outcome>;

/** Milliseconds; CloudFront allows far less. */
const TIME_LIMIT = 5_000;

/** Compiles a function's code. What it may use beyond the language is what CloudFront gives it. */
export function compileViewerFunction(name: string, code: string): ViewerFunction {
  const missing = /^\s*import\s|\b(querystring|cookies|multiValue)\b/m.exec(code);
  if (missing) throw new Error(`${name}: “${missing[0].trim()}” of CloudFront functions does not run here.`);
  const sandbox = createContext(
    { console: { log: () => {} } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(code, { filename: `${name}.js` }).runInContext(sandbox, { timeout: TIME_LIMIT });
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
    const answer = JSON.parse(JSON.stringify(await call.runInContext(sandbox, { timeout: TIME_LIMIT })));
    if (answer.body) throw new Error(`${name}: a response with a body does not run here.`);
    return answer;
  };
}
