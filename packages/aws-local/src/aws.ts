/** The AWS endpoint for functions and engineers: authenticates and authorizes a call, and passes it to its service. */
import { AwsError } from "./aws-error.ts";
import { type AwsCall, readCall, sendError, sendResponse } from "./aws-protocol.ts";
import { type RequestHandler, serve } from "./http-server.ts";
import type { Access } from "./iam/access.ts";
import type { Input, permissionRules } from "./iam/permissions.ts";

/** A function's access key id is this prefix and its logical id. */
export const FUNCTION_KEY = "FN";
/** The access key id of an engineer, who may do everything. */
export const ADMIN_KEY = "LOCALADMIN";

interface Backend {
  /** By the service names in signatures. */
  services: Record<string, (operation: string, input: Input) => Promise<Input | string>>;
  access: Access;
  rules: ReturnType<typeof permissionRules>;
}

export async function openAwsEndpoint(port = 0) {
  let backend: Backend | undefined;
  const handlers = new Map<string, RequestHandler>();

  async function handle(...[request, response]: Parameters<RequestHandler>) {
    const handler = handlers.get(request.url?.split("?")[0] ?? "");
    if (handler) return handler(request, response);
    const call = await readCall(request);
    if (!backend) throw new AwsError("ServiceUnavailable", "The services are starting.", 503);
    authorize(call, backend);
    const service = backend.services[call.service];
    if (!service) throw new AwsError("ServiceUnavailable", `The template has no ${call.service}.`, 503);
    sendResponse(request, response, await service(call.operation, call.input));
  }

  const { url, close } = await serve(port, handle, sendError);
  return {
    url,
    close,
    /** Until this is called, every call fails with `ServiceUnavailable`. */
    serve(opened: Backend): void {
      backend = opened;
    },
    /** Handles a path with another handler. Returns a function that removes it. */
    handle(path: string, handler: RequestHandler): () => void {
      handlers.set(path, handler);
      return () => void handlers.delete(path);
    },
  };
}

function authorize({ accessKeyId, service, operation, input }: AwsCall, { access, rules }: Backend): void {
  if (accessKeyId === ADMIN_KEY) return;
  const permissions = rules[service]?.(operation, input) ?? [];
  if (service === "cognito-idp" && permissions.length === 0) return;
  if (accessKeyId === undefined)
    throw new AwsError("MissingAuthenticationToken", "Missing Authentication Token", 403);
  for (const permission of permissions)
    access.requirePermission(accessKeyId.slice(FUNCTION_KEY.length), permission);
}
