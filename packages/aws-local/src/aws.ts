/** The AWS endpoint that functions and engineers talk to: who calls, may they, and which service answers. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { AwsError } from "./aws-error.ts";
import { type AwsCall, readCall, sendAnswer, sendError } from "./aws-protocol.ts";
import { close, listen, readBody } from "./http-server.ts";
import type { Access } from "./iam/access.ts";
import type { Input, permissionRules } from "./iam/permissions.ts";

/** A function's access key id is this and its logical id; its role decides. */
export const FUNCTION_KEY = "FN";
/** The access key id of an engineer, who may do everything. */
export const ADMIN_KEY = "LOCALADMIN";

interface Answering {
  /** By their names in a signature. */
  services: Record<string, (operation: string, input: Input) => Promise<Input | string>>;
  access: Access;
  rules: ReturnType<typeof permissionRules>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const LARGEST_CALL = 20 * 1024 * 1024;

export async function openAws(port = 0) {
  let answering: Answering | undefined;
  const handlers = new Map<string, Handler>();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let call: AwsCall | undefined;
    try {
      call = readCall(request, await readBody(request, LARGEST_CALL));
      if (!answering) throw new AwsError("ServiceUnavailable", "The services are starting.", 503);
      authorize(call, answering);
      const service = answering.services[call.service];
      if (!service) throw new AwsError("ServiceUnavailable", `The template has no ${call.service}.`, 503);
      sendAnswer(response, request, await service(call.operation, call.input));
    } catch (error) {
      const known = error instanceof AwsError ? error : new AwsError("InternalFailure", String(error), 500);
      if (known.status === 0)
        request.socket.destroy(); // The service let the connection drop.
      else sendError(response, request, known, call);
    }
  }

  const server = createServer((request, response) => {
    const handler = handlers.get(request.url?.split("?")[0] ?? "");
    if (handler) handler(request, response);
    else void answer(request, response);
  });
  return {
    url: await listen(server, port),
    /** Which services answer, set once they are open; until then a call answers `ServiceUnavailable`. */
    serve(opened: Answering): void {
      answering = opened;
    },
    /** Lets a path be answered by other means, such as the control of this process; the answer ends that. */
    handle(path: string, handler: Handler): () => void {
      handlers.set(path, handler);
      return () => void handlers.delete(path);
    },
    close: () => close(server),
  };
}

function authorize({ accessKeyId, service, operation, input }: AwsCall, { access, rules }: Answering): void {
  if (accessKeyId === ADMIN_KEY) return;
  const permissions = rules[service]?.(operation, input) ?? [];
  if (service === "cognito-idp" && permissions.length === 0) return;
  if (accessKeyId === undefined)
    throw new AwsError("MissingAuthenticationToken", "Missing Authentication Token", 403);
  if (!accessKeyId.startsWith(FUNCTION_KEY)) {
    const message = "The security token included in the request is invalid.";
    throw new AwsError("UnrecognizedClientException", message, 403);
  }
  for (const permission of permissions) access.require(accessKeyId.slice(FUNCTION_KEY.length), permission);
}
