/** How AWS's services put calls, answers and errors on the wire: JSON with a target header, or the query form. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { AwsError } from "./aws-error.ts";
import { readBody } from "./http-server.ts";
import type { Input } from "./iam/permissions.ts";
import { errorXml } from "./ses/xml.ts";

export interface AwsCall {
  service: string;
  operation: string;
  input: Input;
  /** Undefined when nobody signed the call. */
  accessKeyId: string | undefined;
}

const json10 = "application/x-amz-json-1.0";
const json11 = "application/x-amz-json-1.1";

/** The JSON services; `namespace` stands before an error's name in its `__type`. */
const targets = new Map([
  ["DynamoDB_20120810", { name: "dynamodb", type: json10, namespace: "com.amazonaws.dynamodb.v20120810#" }],
  ["AmazonSSM", { name: "ssm", type: json11, namespace: "" }],
  ["AmazonSQS", { name: "sqs", type: json10, namespace: "com.amazonaws.sqs#" }],
  ["AWSCognitoIdentityProviderService", { name: "cognito-idp", type: json11, namespace: "" }],
]);
/** The one service of the query form. */
const ses = { name: "ses", type: "text/xml", namespace: "" };
const unknown = { name: "", type: json10, namespace: "" };

/** Codes that SQS had in the query protocol and its SDKs still tell. */
const queryCodes: Record<string, string> = { QueueDoesNotExist: "AWS.SimpleQueueService.NonExistentQueue" };

const LARGEST_CALL = 20 * 1024 * 1024;

function headOf({ headers }: IncomingMessage) {
  const [target = "", operation = ""] = String(headers["x-amz-target"] ?? "").split(/\.(?!.*\.)/);
  const credential = /Credential=([^/,\s]+)\/[^/]*\/[^/]*\/([^/,\s]+)/;
  const [, accessKeyId, signedFor] = credential.exec(headers.authorization ?? "") ?? [];
  const service = targets.get(target) ?? (signedFor === "ses" ? ses : unknown);
  return { service, operation, accessKeyId };
}

/** Throws AwsError for a call that no service here understands. */
export async function readCall(request: IncomingMessage): Promise<AwsCall> {
  const { service, operation, accessKeyId } = headOf(request);
  const body = (await readBody(request, LARGEST_CALL)).toString("utf8");
  if (service === unknown) {
    const asked = request.headers["x-amz-target"] ?? `${request.method} ${request.url}`;
    throw new AwsError("UnknownOperationException", `No service here answers ${asked}.`, 404);
  }
  if (service === ses) {
    const form = Object.fromEntries(new URLSearchParams(body));
    return { service: ses.name, operation: form.Action ?? "", input: form, accessKeyId };
  }
  try {
    return { service: service.name, operation, input: JSON.parse(body || "{}"), accessKeyId };
  } catch {
    throw new AwsError("SerializationException", "The body is not JSON");
  }
}

/** SES's answers are XML, all others objects. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Input | string): void {
  response.writeHead(200, { "content-type": headOf(request).service.type });
  response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
}

export function sendError(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  const error = thrown instanceof AwsError ? thrown : new AwsError("InternalFailure", String(thrown), 500);
  const { service } = headOf(request);
  const { code, message, details } = error;
  if (error.status === 0) return void request.socket.destroy(); // The service let the connection drop.
  if (service === ses)
    return void response.writeHead(error.status, { "content-type": ses.type }).end(errorXml(error));
  // The JSON services answer every fault of the caller with 400.
  const status = error.status < 500 ? 400 : error.status;
  const queryError = `${queryCodes[code] ?? code};${status < 500 ? "Sender" : "Receiver"}`;
  response.writeHead(status, {
    "content-type": service.type,
    ...(service.name === "sqs" && { "x-amzn-query-error": queryError }),
    ...(service.name === "cognito-idp" && { "x-amzn-errortype": code }),
  });
  response.end(JSON.stringify({ __type: `${service.namespace}${code}`, message, ...details }));
}
