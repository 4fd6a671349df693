import { once } from "node:events";
import { Agent, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Environment } from "aws-local";

/** One call of a function to AWS. */
export type AwsCall = {
  /** The function's logical id; undefined for calls of the test. */
  from: string | undefined;
  /** `PutItem`, `SendEmail`, … */
  operation: string;
  /** JSON or form data. */
  body: string;
};

/** Forwards a call to AWS with `pass`, with its own or another body, answers it, or cuts the connection (undefined). */
export type Interceptor = (
  call: AwsCall,
  pass: (changed?: string) => Promise<Response>,
) => Promise<Response | undefined>;

const ownHeaders = new Set(["host", "connection", "content-length", "transfer-encoding", "expect"]);

/** `fetch` needs four times the processor time for many small calls. */
const agent = new Agent({ keepAlive: true });

const intercepted = new WeakMap<Environment["aws"], () => void>();

/** Intercepts the calls of functions to AWS until the product is released. */
export function intercept(
  { aws, awsEndpoint }: Pick<Environment, "aws" | "awsEndpoint">,
  interceptor: Interceptor,
) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name)),
    );
    // Only the path "/" is intercepted; every other path reaches AWS.
    const pass = async (changed = body) => {
      const passed = ask(`${awsEndpoint}/past-the-interception`, { agent, method: "POST", headers });
      const [answer] = (await once(passed.end(changed), "response")) as [IncomingMessage];
      const type = answer.headers["content-type"] ?? "text/plain";
      return new Response(await text(answer), {
        status: answer.statusCode,
        headers: { "content-type": type },
      });
    };
    const target = String(request.headers["x-amz-target"] ?? "").split(".")[1];
    const operation = target ?? new URLSearchParams(body).get("Action") ?? "";
    const from = /Credential=FN(\w+)/.exec(request.headers.authorization ?? "")?.[1];
    const answered = await interceptor({ from, operation, body }, pass);
    if (!answered) return void request.socket.destroy();
    const type = answered.headers.get("content-type") ?? "text/plain";
    response.writeHead(answered.status, { "content-type": type }).end(await answered.text());
  };
  const end = aws.handle("/", (request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  intercepted.set(aws, end);
}

export const endInterception = ({ aws }: Pick<Environment, "aws">) => intercepted.get(aws)?.();

/** The throttling error of DynamoDB. */
export const throttled = () =>
  new Response(
    JSON.stringify({
      __type: "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
      message: "The level of configured provisioned throughput for the table was exceeded.",
    }),
    { status: 400, headers: { "content-type": "application/x-amz-json-1.0" } },
  );

/** A batch asks one table to write rows, or to read keys. */
type Asked = object[] | { Keys: object[] };

/** DynamoDB takes only some rows of each batch, and leaves out the others. Returns how many batches it got so far. */
export function leaveOutOfBatches(product: Pick<Environment, "aws" | "awsEndpoint">, takes: () => number) {
  let batches = 0;
  const leftOut = { BatchGetItem: "UnprocessedKeys", BatchWriteItem: "UnprocessedItems" };
  intercept(product, async ({ operation, body }, pass) => {
    if (operation !== "BatchGetItem" && operation !== "BatchWriteItem") return pass();
    batches += 1;
    const [[name, asked]] = Object.entries(JSON.parse(body).RequestItems) as [[string, Asked]];
    const all = "Keys" in asked ? asked.Keys : asked;
    const part = (rows: object[]) => ({ [name]: "Keys" in asked ? { ...asked, Keys: rows } : rows });
    const unprocessed = { [leftOut[operation]]: part(all.slice(takes())) };
    // DynamoDB refuses a batch of nothing.
    if (takes() === 0) return Response.json({ Responses: {}, ...unprocessed });
    const taken = await pass(JSON.stringify({ RequestItems: part(all.slice(0, takes())) }));
    return Response.json({ ...(await taken.json()), ...(all.length > takes() && unprocessed) });
  });
  return () => batches;
}
