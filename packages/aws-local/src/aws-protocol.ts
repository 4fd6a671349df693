/** How AWS's services put calls, answers and errors on the wire: JSON with a target header, or the query form. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { AwsError } from "./aws-error.ts";
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

/** Codes that SQS had in the query protocol and its SDKs still tell. */
const queryCodes: Record<string, string> = { QueueDoesNotExist: "AWS.SimpleQueueService.NonExistentQueue" };

function targetOf({ headers }: IncomingMessage) {
  const [name = "", operation = ""] = String(headers["x-amz-target"] ?? "").split(/\.(?!.*\.)/);
  return { operation, service: targets.get(name) };
}

/** Throws AwsError for a call that no service here understands. */
export function readCall(request: IncomingMessage, body: Buffer): AwsCall {
  const credential = /Credential=([^/,\s]+)\/[^/]*\/[^/]*\/([^/,\s]+)/;
  const [, accessKeyId, signedFor] = credential.exec(request.headers.authorization ?? "") ?? [];
  const { operation, service } = targetOf(request);
  if (service) {
    const input: Input = JSON.parse(body.toString("utf8") || "{}");
    return { service: service.name, operation, input, accessKeyId };
  }
  if (signedFor === "ses") {
    const form = Object.fromEntries(new URLSearchParams(body.toString("utf8")));
    return { service: "ses", operation: form.Action ?? "", input: form, accessKeyId };
  }
  const asked = request.headers["x-amz-target"] ?? signedFor ?? `${request.method} ${request.url}`;
  throw new AwsError("UnknownOperationException", `No service here answers ${asked}.`, 404);
}

/** SES's answers are XML, all others objects. */
export function sendAnswer(response: ServerResponse, request: IncomingMessage, answer: Input | string): void {
  if (typeof answer === "string")
    return void response.writeHead(200, { "content-type": "text/xml" }).end(answer);
  response.writeHead(200, { "content-type": targetOf(request).service?.type ?? json10 });
  response.end(JSON.stringify(answer));
}

export function sendError(
  response: ServerResponse,
  request: IncomingMessage,
  error: AwsError,
  call: AwsCall | undefined,
): void {
  if (call?.service === "ses")
    return void response.writeHead(error.status, { "content-type": "text/xml" }).end(errorXml(error));
  const { name, type = json10, namespace = "" } = targetOf(request).service ?? {};
  // The JSON services answer every fault of the caller with 400.
  const status = error.status < 500 ? 400 : error.status;
  const { code, message, details } = error;
  const queryError = `${queryCodes[code] ?? code};${status < 500 ? "Sender" : "Receiver"}`;
  response.writeHead(status, {
    "content-type": type,
    ...(name === "sqs" && { "x-amzn-query-error": queryError }),
    ...(name === "cognito-idp" && { "x-amzn-errortype": code }),
  });
  response.end(JSON.stringify({ __type: `${namespace}${code}`, message, ...details }));
}
