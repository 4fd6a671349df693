/** CloudFront functions, run at a viewer's request. */
import type { IncomingMessage } from "node:http";
import { createContext, Script } from "node:vm";

interface Value {
  value: string;
  multiValue?: { value: string }[];
}
type Values = Record<string, Value>;

export interface ViewerRequest {
  method: string;
  uri: string;
  querystring: Values;
  headers: Values;
  cookies: Values;
}

/** A response that a function made itself, without asking an origin. */
interface ViewerResponse {
  statusCode: number;
  headers?: Values;
  cookies?: unknown;
  body?: unknown;
}

export type ViewerFunction = (
  request: IncomingMessage,
  context: { distributionId: string; distributionDomainName: string; requestId: string },
) => Promise<ViewerRequest | ViewerResponse>;

/** Milliseconds; CloudFront allows far less. */
const TIME_LIMIT = 5_000;

/** Compiles a function's code. What it may use beyond the language is what CloudFront gives it. */
export function compileViewerFunction(name: string, code: string): ViewerFunction {
  if (/^\s*import\s/m.test(code))
    throw new Error(`${name}: modules of CloudFront functions do not run here.`);
  const sandbox = createContext(
    { console: { log: () => {} } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(code, { filename: `${name}.js` }).runInContext(sandbox, { timeout: TIME_LIMIT });
  const call = new Script("handler(JSON.parse(event))", { filename: `${name}-call.js` });
  return async (request, context) => {
    sandbox.event = JSON.stringify({
      version: "1.0",
      context: { ...context, eventType: "viewer-request" },
      viewer: { ip: request.socket.remoteAddress },
      request: viewerRequest(request),
    });
    const answer = JSON.parse(JSON.stringify(await call.runInContext(sandbox, { timeout: TIME_LIMIT })));
    if (answer.body || answer.cookies?.length)
      throw new Error(`${name}: a response with a body or cookies does not run here.`);
    return answer;
  };
}

function viewerRequest({ method = "GET", url = "/", headersDistinct }: IncomingMessage): ViewerRequest {
  const [uri = "/", query = ""] = url.split(/\?(.*)/s);
  const { cookie = [], ...headers } = headersDistinct;
  return {
    method,
    uri,
    querystring: grouped(query.split("&").filter(Boolean).map(pairOf)),
    headers: grouped(
      Object.entries(headers).flatMap(([name, values = []]) => values.map((value) => [name, value] as const)),
    ),
    cookies: grouped(cookie.flatMap((line) => line.split(/;\s*/)).map(pairOf)),
  };
}

/** The query string as a function left it. */
export const queryString = ({ querystring }: ViewerRequest): string =>
  Object.entries(querystring)
    .flatMap(([name, { value, multiValue = [{ value }] }]) => multiValue.map((one) => `${name}=${one.value}`))
    .join("&");

function grouped(pairs: (readonly [string, string])[]): Values {
  const values: Values = {};
  for (const [name, value] of pairs) {
    const known = values[name];
    if (known) known.multiValue = [...(known.multiValue ?? [{ value: known.value }]), { value }];
    else values[name] = { value };
  }
  return values;
}

function pairOf(text: string): [string, string] {
  const [name = "", value = ""] = text.split(/=(.*)/s);
  return [name, value];
}
