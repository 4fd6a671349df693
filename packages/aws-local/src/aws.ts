/** The AWS endpoint that functions and engineers talk to: who calls, may they, and which service answers. */
import { AwsError } from "./aws-error.ts";
import { type AwsCall, readCall, sendAnswer, sendError } from "./aws-protocol.ts";
import { type Answer, serve } from "./http-server.ts";
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

export async function openAws(port = 0) {
  let answering: Answering | undefined;
  const handlers = new Map<string, Answer>();

  async function answer(...[request, response]: Parameters<Answer>) {
    const handler = handlers.get(request.url?.split("?")[0] ?? "");
    if (handler) return handler(request, response);
    const call = await readCall(request);
    if (!answering) throw new AwsError("ServiceUnavailable", "The services are starting.", 503);
    authorize(call, answering);
    const service = answering.services[call.service];
    if (!service) throw new AwsError("ServiceUnavailable", `The template has no ${call.service}.`, 503);
    sendAnswer(request, response, await service(call.operation, call.input));
  }

  const { url, close } = await serve(port, answer, sendError);
  return {
    url,
    close,
    /** Which services answer, set once they are open; until then a call answers `ServiceUnavailable`. */
    serve(opened: Answering): void {
      answering = opened;
    },
    /** Lets a path be answered by other means, such as the control of this process; the answer ends that. */
    handle(path: string, handler: Answer): () => void {
      handlers.set(path, handler);
      return () => void handlers.delete(path);
    },
  };
}

function authorize({ accessKeyId, service, operation, input }: AwsCall, { access, rules }: Answering): void {
  if (accessKeyId === ADMIN_KEY) return;
  const permissions = rules[service]?.(operation, input) ?? [];
  if (service === "cognito-idp" && permissions.length === 0) return;
  if (accessKeyId === undefined)
    throw new AwsError("MissingAuthenticationToken", "Missing Authentication Token", 403);
  for (const permission of permissions) access.require(accessKeyId.slice(FUNCTION_KEY.length), permission);
}
