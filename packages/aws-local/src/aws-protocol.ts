/** The wire formats of AWS services: JSON with a target header, the query protocol, or Lambda's paths. */
import type { IncomingMessage, ServerResponse } from "node:http";
import PostalMime from "postal-mime";
import { AwsError } from "./aws-error.ts";
import { readBody } from "./http-server.ts";
import type { Input } from "./iam/permissions.ts";
import { errorXml } from "./ses/xml.ts";

export interface AwsCall {
  service: string;
  operation: string;
  input: Input;
  accessKeyId: string | undefined;
}

const JSON_1_0 = "application/x-amz-json-1.0";
const JSON_1_1 = "application/x-amz-json-1.1";

/** Services with a JSON protocol. `namespace` is the prefix of an error's `__type`. */
const jsonServices = new Map([
  ["DynamoDB_20120810", { name: "dynamodb", type: JSON_1_0, namespace: "com.amazonaws.dynamodb.v20120810#" }],
  ["AmazonSSM", { name: "ssm", type: JSON_1_1, namespace: "" }],
  ["secretsmanager", { name: "secretsmanager", type: JSON_1_1, namespace: "" }],
  ["AmazonSQS", { name: "sqs", type: JSON_1_0, namespace: "com.amazonaws.sqs#" }],
  ["AWSCognitoIdentityProviderService", { name: "cognito-idp", type: JSON_1_1, namespace: "" }],
]);
const ses = { name: "ses", type: "text/xml", namespace: "" };
const lambda = { name: "lambda", type: "application/json", namespace: "" };
const unknown = { name: "", type: JSON_1_0, namespace: "" };

/** Error codes of SQS's former query protocol, which its SDKs still report. */
const sqsQueryCodes: Record<string, string> = {
  QueueDoesNotExist: "AWS.SimpleQueueService.NonExistentQueue",
};

const MAX_BODY_BYTES = 20 * 1024 * 1024;

function readHead({ headers }: IncomingMessage) {
  const [target = "", operation = ""] = String(headers["x-amz-target"] ?? "").split(/\.(?!.*\.)/);
  const credential = /Credential=([^/,\s]+)\/[^/]*\/[^/]*\/([^/,\s]+)/;
  const [, accessKeyId, signedFor] = credential.exec(headers.authorization ?? "") ?? [];
  const service = jsonServices.get(target) ?? [ses, lambda].find(({ name }) => name === signedFor) ?? unknown;
  return { service, operation, accessKeyId };
}

/** @throws AwsError for an unsupported service or a body that is not JSON */
export async function readCall(request: IncomingMessage): Promise<AwsCall> {
  const { service, operation, accessKeyId } = readHead(request);
  const body = (await readBody(request, MAX_BODY_BYTES)).toString("utf8");
  if (service === unknown) {
    const target = request.headers["x-amz-target"] ?? `${request.method} ${request.url}`;
    throw new AwsError("UnknownOperationException", `${target} is not supported.`, 404);
  }
  if (service === ses) {
    const form: Record<string, string> = Object.fromEntries(new URLSearchParams(body));
    const input = form.Action === "SendRawEmail" ? await readRawEmail(form) : form;
    return { service: ses.name, operation: form.Action ?? "", input, accessKeyId };
  }
  if (service === lambda) return { service: lambda.name, ...readInvocation(request, body), accessKeyId };
  try {
    return { service: service.name, operation, input: JSON.parse(body || "{}"), accessKeyId };
  } catch {
    throw new AwsError("SerializationException", "The body is not JSON");
  }
}

const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Of Lambda, functions only use a synchronous invocation. */
function readInvocation(request: IncomingMessage, body: string): Pick<AwsCall, "operation" | "input"> {
  const [, name] = INVOCATION.exec(request.url?.split("?")[0] ?? "") ?? [];
  const type = request.headers["x-amz-invocation-type"] ?? "RequestResponse";
  if (name === undefined || request.method !== "POST" || type !== "RequestResponse")
    throw new AwsError(
      "UnknownOperationException",
      `${request.method} ${request.url} (${type}) is not supported.`,
      404,
    );
  return { operation: "Invoke", input: { FunctionName: decodeURIComponent(name), Payload: body } };
}

/** `output` is XML from SES, an object with `Payload` from Lambda, and an object from all other services. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  output: Input | string,
): void {
  const { service } = readHead(request);
  if (service === lambda && typeof output === "object") {
    const { Payload, FunctionError } = output;
    response.writeHead(200, {
      "content-type": service.type,
      ...(FunctionError !== undefined && { "x-amz-function-error": String(FunctionError) }),
    });
    return void response.end(Payload);
  }
  response.writeHead(200, { "content-type": service.type });
  response.end(typeof output === "string" ? output : JSON.stringify(output));
}

export function sendError(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  const error = thrown instanceof AwsError ? thrown : new AwsError("InternalFailure", String(thrown), 500);
  const { service } = readHead(request);
  const { code, message, details } = error;
  if (error.status === 0) return void request.socket.destroy(); // The service wants the connection cut.
  if (service === ses)
    return void response.writeHead(error.status, { "content-type": ses.type }).end(errorXml(error));
  // JSON services use 400 for every client error.
  const status = error.status < 500 && service !== lambda ? 400 : error.status;
  const queryError = `${sqsQueryCodes[code] ?? code};${status < 500 ? "Sender" : "Receiver"}`;
  response.writeHead(status, {
    "content-type": service.type,
    ...(service.name === "sqs" && { "x-amzn-query-error": queryError }),
    ...((service === lambda || service.name === "cognito-idp") && { "x-amzn-errortype": code }),
  });
  response.end(JSON.stringify({ __type: `${service.namespace}${code}`, message, ...details }));
}

const parameterOf: Record<string, string> = {
  from: "Source",
  "reply-to": "ReplyToAddresses.member.1",
  subject: "Message.Subject.Data",
};

/** SendRawEmail's parameters as those of SendEmail; the message's other headers are `Header.name`. */
async function readRawEmail(form: Record<string, string>): Promise<Record<string, string>> {
  const { "RawMessage.Data": data = "", ...rest } = form;
  const message = await PostalMime.parse(Buffer.from(data, "base64"), { attachmentEncoding: "base64" });
  const { headers, cc = [], text = "", html = "", attachments } = message;
  const copies = new Map(
    cc.map(({ address = "", name }) => [address, name ? `${name} <${address}>` : address]),
  );
  const attached = attachments.flatMap(({ filename, mimeType, content }, index) =>
    Object.entries({ Name: filename ?? "", Type: mimeType, Data: String(content) }).map(([field, value]) => [
      `Attachments.member.${index + 1}.${field}`,
      value,
    ]),
  );
  return Object.fromEntries([
    ...Object.entries(rest).map(([key, value]) =>
      copies.has(value) && key.startsWith("Dest")
        ? [key.replace(/^Dest\w+/, "Destination.CcAddresses"), copies.get(value)]
        : [key.replace(/^Dest\w+/, "Destination.ToAddresses"), value],
    ),
    ...headers.map(({ key, value }) => [parameterOf[key] ?? `Header.${key}`, value]),
    ...attached,
    ["Message.Body.Text.Data", text],
    ["Message.Body.Html.Data", html],
  ]);
}
