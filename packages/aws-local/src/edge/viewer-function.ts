/** CloudFront functions, run at a viewer's request. */
import type { ServerResponse } from "node:http";
import { createContext, Script } from "node:vm";

interface Value {
  value: string;
  multiValue?: { value: string }[];
}

export interface ViewerRequest {
  method: string;
  uri: string;
  querystring: Record<string, Value>;
  headers: Record<string, Value>;
  cookies: Record<string, Value>;
}

export interface ViewerResponse {
  statusCode: number;
  statusDescription?: string;
  headers?: Record<string, Value>;
  cookies?: Record<string, Value & { attributes?: string }>;
  body?: string | { encoding: "text" | "base64"; data: string };
}

export type ViewerFunction = (
  request: ViewerRequest,
  viewer: { ip: string; distributionId: string; domainName: string; requestId: string },
) => Promise<ViewerRequest | ViewerResponse>;

/** Milliseconds; CloudFront allows far less. */
const TIME_LIMIT = 5_000;

/** Compiles a function's code. What it may use beyond the language is what CloudFront gives it. */
export function compileViewerFunction(name: string, code: string): ViewerFunction {
  if (/^\s*import\s/m.test(code))
    throw new Error(`${name}: modules of CloudFront functions do not run here.`);
  const context = createContext(
    { console: { log: () => {} } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(code, { filename: `${name}.js` }).runInContext(context, { timeout: TIME_LIMIT });
  const call = new Script("handler(JSON.parse(event))", { filename: `${name}-call.js` });
  return async (request, { ip, distributionId, domainName, requestId }) => {
    context.event = JSON.stringify({
      version: "1.0",
      context: { distributionDomainName: domainName, distributionId, eventType: "viewer-request", requestId },
      viewer: { ip },
      request,
    });
    const answer = await call.runInContext(context, { timeout: TIME_LIMIT });
    return structuredClone(JSON.parse(JSON.stringify(answer)));
  };
}

export function viewerRequest(
  method: string,
  url: string,
  headers: Record<string, string[] | undefined>,
): ViewerRequest {
  const [uri = "/", query = ""] = url.split(/\?(.*)/s);
  const { cookie, ...others } = headers;
  return {
    method,
    uri,
    querystring: grouped(
      query
        .split("&")
        .filter(Boolean)
        .map((pair) => splitOnce(pair, "=")),
    ),
    headers: grouped(
      Object.entries(others).flatMap(([name, values]) =>
        (values ?? []).map((value) => [name, value] as const),
      ),
    ),
    cookies: grouped(
      (cookie ?? []).flatMap((line) => line.split(/;\s*/)).map((pair) => splitOnce(pair, "=")),
    ),
  };
}

/** The query string as a function left it. */
export function queryString(request: ViewerRequest): string {
  return Object.entries(request.querystring)
    .flatMap(([name, { value, multiValue }]) =>
      (multiValue ?? [{ value }]).map((one) => `${name}=${one.value}`),
    )
    .join("&");
}

function grouped(pairs: (readonly [string, string])[]): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const [name, value] of pairs) {
    const known = values[name];
    if (known) known.multiValue = [...(known.multiValue ?? [{ value: known.value }]), { value }];
    else values[name] = { value };
  }
  return values;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** A response that a function made itself, without asking an origin. */
export function sendGenerated(response: ServerResponse, answer: ViewerResponse): void {
  for (const [name, { value, multiValue }] of Object.entries(answer.headers ?? {}))
    response.setHeader(name, multiValue?.map((one) => one.value) ?? value);
  const cookies = Object.entries(answer.cookies ?? {});
  if (cookies.length > 0)
    response.setHeader(
      "set-cookie",
      cookies.map(([name, { value, attributes }]) =>
        [`${name}=${value}`, attributes].filter(Boolean).join("; "),
      ),
    );
  response.setHeader("x-cache", "FunctionGeneratedResponse from cloudfront");
  const { body = "" } = answer;
  response.writeHead(answer.statusCode);
  response.end(
    typeof body === "string" ? body : Buffer.from(body.data, body.encoding === "base64" ? "base64" : "utf8"),
  );
}
