/** How AWS's services put calls, answers and errors on the wire: JSON with a target header, or the query form. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { AwsError } from "./aws-error.ts";
import type { Input } from "./iam/permissions.ts";

export interface AwsCall {
  service: string;
  operation: string;
  input: Input;
  /** Undefined when nobody signed the call. */
  accessKeyId: string | undefined;
}

interface JsonService {
  name: string;
  contentType: string;
  /** What stands before `#` in an error's `__type`. */
  namespace: string;
}

const json10 = "application/x-amz-json-1.0";
const json11 = "application/x-amz-json-1.1";

const targets: Record<string, JsonService> = {
  DynamoDB_20120810: {
    name: "dynamodb",
    contentType: json10,
    namespace: "com.amazonaws.dynamodb.v20120810#",
  },
  AmazonSSM: { name: "ssm", contentType: json11, namespace: "" },
  AmazonSQS: { name: "sqs", contentType: json10, namespace: "com.amazonaws.sqs#" },
  AWSCognitoIdentityProviderService: { name: "cognito-idp", contentType: json11, namespace: "" },
};

/** Codes that SQS had in the query protocol and its SDKs still tell. */
const queryCodes: Record<string, string> = { QueueDoesNotExist: "AWS.SimpleQueueService.NonExistentQueue" };

/** Throws AwsError for a call that no service here understands. */
export function readCall(request: IncomingMessage, body: Buffer): AwsCall {
  const credential = /Credential=([^/,\s]+)\/[^/]*\/[^/]*\/([^/,\s]+)/.exec(
    request.headers.authorization ?? "",
  );
  const accessKeyId = credential?.[1];
  const target = String(request.headers["x-amz-target"] ?? "");
  const dot = target.lastIndexOf(".");
  const service = targets[target.slice(0, dot)];
  if (service) {
    const input = JSON.parse(body.toString("utf8") || "{}") as Input;
    return { service: service.name, operation: target.slice(dot + 1), input, accessKeyId };
  }
  if (credential?.[2] === "ses") {
    const form = Object.fromEntries(new URLSearchParams(body.toString("utf8")));
    return { service: "ses", operation: form.Action ?? "", input: form, accessKeyId };
  }
  const asked = target || credential?.[2] || `${request.method} ${request.url}`;
  throw new AwsError("UnknownOperationException", `No service here answers ${asked}.`, 404);
}

export function sendJson(response: ServerResponse, request: IncomingMessage, answer: Input): void {
  response.writeHead(200, { "content-type": serviceOf(request)?.contentType ?? json10 });
  response.end(JSON.stringify(answer));
}

export function sendError(response: ServerResponse, request: IncomingMessage, error: AwsError): void {
  const service = serviceOf(request);
  // The JSON services answer every fault of the caller with 400.
  const status = error.status < 500 ? 400 : error.status;
  response.writeHead(status, {
    "content-type": service?.contentType ?? json10,
    ...(service?.name === "sqs" && {
      "x-amzn-query-error": `${queryCodes[error.code] ?? error.code};${status < 500 ? "Sender" : "Receiver"}`,
    }),
    ...(service?.name === "cognito-idp" && { "x-amzn-errortype": error.code }),
  });
  const type = `${service?.namespace ?? ""}${error.code}`;
  response.end(JSON.stringify({ __type: type, message: error.message, ...error.details }));
}

function serviceOf(request: IncomingMessage): JsonService | undefined {
  const target = String(request.headers["x-amz-target"] ?? "");
  return targets[target.slice(0, target.lastIndexOf("."))];
}
