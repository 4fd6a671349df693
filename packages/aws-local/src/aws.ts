/** The AWS endpoint that functions and engineers talk to: who calls, may they, and which service answers. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AwsError } from "./aws-error.ts";
import { type AwsCall, readCall, sendError, sendJson } from "./aws-protocol.ts";
import { close, listen, readBody } from "./http-server.ts";
import type { Access } from "./iam/access.ts";
import type { Input, permissionRules } from "./iam/permissions.ts";

/** A function's access key id is this and its logical id; its role decides. */
export const FUNCTION_KEY = "FN";
/** The access key id of an engineer, who may do everything. */
export const ADMIN_KEY = "LOCALADMIN";

type Call = (operation: string, input: Input) => Promise<Input>;

export interface AwsServices {
  dynamodb?: Call;
  sqs?: Call;
  "cognito-idp"?: Call;
  ssm?: Call;
  ses?: {
    call(operation: string, form: Record<string, string>): Promise<string>;
    errorBody(error: AwsError): string;
  };
}

export interface AwsEndpoint {
  url: string;
  /** Which services answer, set once they are open; until then a call answers `ServiceUnavailable`. */
  serve(services: AwsServices, access: Access, rules: ReturnType<typeof permissionRules>): void;
  /** Lets a path be answered by other means, such as the control of this process; the answer ends that. */
  handle(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): () => void;
  close(): Promise<void>;
}

const LARGEST_CALL = 20 * 1024 * 1024;

export async function openAws(port = 0): Promise<AwsEndpoint> {
  let answering:
    | { services: AwsServices; access: Access; rules: ReturnType<typeof permissionRules> }
    | undefined;
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let call: AwsCall | undefined;
    try {
      call = readCall(request, await readBody(request, LARGEST_CALL));
      if (!answering) throw new AwsError("ServiceUnavailable", "The services are starting.", 503);
      const { services, access, rules } = answering;
      authorize(call, access, rules);
      if (call.service === "ses") {
        if (!services.ses) throw new AwsError("ServiceUnavailable", "The template has no mail.", 503);
        const xml = await services.ses.call(call.operation, formOf(call.input));
        response.writeHead(200, { "content-type": "text/xml" }).end(xml);
        return;
      }
      const service = services[call.service as "dynamodb" | "sqs" | "cognito-idp" | "ssm"];
      if (!service) throw new AwsError("ServiceUnavailable", `The template has no ${call.service}.`, 503);
      sendJson(response, request, await service(call.operation, call.input));
    } catch (error) {
      const known = error instanceof AwsError ? error : new AwsError("InternalFailure", String(error), 500);
      if (known.status === 0) return void request.socket.destroy(); // The service let the connection drop.
      if (call?.service === "ses" && answering?.services.ses) {
        const refused = known.code === "AccessDeniedException";
        const body = answering.services.ses.errorBody(
          refused ? new AwsError("AccessDenied", known.message, 403) : known,
        );
        response.writeHead(known.status, { "content-type": "text/xml" }).end(body);
      } else sendError(response, request, known);
    }
  }

  const server = createServer((request, response) => {
    const handler = handlers.get(request.url?.split("?")[0] ?? "");
    if (handler) handler(request, response);
    else void answer(request, response);
  });
  const url = await listen(server, port);
  return {
    url,
    serve(services, access, rules) {
      answering = { services, access, rules };
    },
    handle(path, handler) {
      handlers.set(path, handler);
      return () => handlers.delete(path);
    },
    close: () => close(server),
  };
}

function authorize(call: AwsCall, access: Access, rules: ReturnType<typeof permissionRules>): void {
  const { accessKeyId, service, operation, input } = call;
  if (accessKeyId === ADMIN_KEY) return;
  const permissions = rules[service]?.(operation, input) ?? [];
  if (service === "cognito-idp" && permissions.length === 0) return;
  if (accessKeyId === undefined)
    throw new AwsError("MissingAuthenticationToken", "Missing Authentication Token", 403);
  if (!accessKeyId.startsWith(FUNCTION_KEY))
    throw new AwsError(
      "UnrecognizedClientException",
      "The security token included in the request is invalid.",
      403,
    );
  for (const permission of permissions) access.require(accessKeyId.slice(FUNCTION_KEY.length), permission);
}

const formOf = (input: Input) =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]));
