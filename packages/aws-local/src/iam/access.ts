/** What each function may do, what it did, and what it was granted for nothing. */
import { AwsError } from "../aws-error.ts";
import { ACCOUNT, arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import type { Call, Granted } from "./grants.ts";
import { judge, list, type Permission, roleStatements, trusts } from "./iam.ts";

export type Access = ReturnType<typeof openAccess>;

/** Throws when a function's role cannot be taken on by Lambda, as creating the function would. */
export function openAccess(template: Template, functionIds: string[]) {
  const callers = new Map(functionIds.map((id) => [id, readCaller(template, id)]));
  const calls = new Map<string, Call>();

  function verdict(functionId: string, permission: Permission) {
    const caller = callers.get(functionId);
    const unknown = "The security token included in the request is invalid.";
    if (!caller) throw new AwsError("UnrecognizedClientException", unknown);
    const { action, resource } = permission;
    const context = {
      "aws:SecureTransport": "true",
      "aws:PrincipalArn": arn("iam", `role/${caller.role}`, ""),
      ...permission.context,
    };
    const outcome = judge(caller.statements, { action, resource, context });
    const key = `${functionId} ${action} ${resource}`;
    const call = calls.get(key) ?? { functionId, action, resource, allowed: outcome === "allowed", count: 0 };
    call.count += 1;
    calls.set(key, call);
    return { caller, outcome };
  }

  return {
    /** @throws AwsError `AccessDeniedException`, with the service's own sentence. */
    require(functionId: string, permission: Permission): void {
      const { caller, outcome } = verdict(functionId, permission);
      if (outcome === "allowed") return;
      const { action, resource } = permission;
      const user = `arn:aws:sts::${ACCOUNT}:assumed-role/${caller.role}/${functionId}`;
      const reason =
        outcome === "explicitly denied"
          ? "with an explicit deny in an identity-based policy"
          : `because no identity-based policy allows the ${action} action`;
      const message = `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
      throw new AwsError("AccessDeniedException", message, 403);
    },
    /** As `require`, for what a service does in the function's name, such as writing its logs; it never throws. */
    may: (functionId: string, permission: Permission): boolean =>
      verdict(functionId, permission).outcome === "allowed",
    roleOf: (functionId: string): string => callers.get(functionId)?.role ?? "",
    calls: (): Call[] => [...calls.values()],
    /** Without what AWS's own policies allow, and without refusals. */
    granted: (): Granted[] =>
      [...callers].flatMap(([functionId, { statements }]) =>
        statements
          .filter(({ Effect, managed }) => Effect === "Allow" && !managed)
          .map(({ Action, Resource }) => ({ functionId, actions: list(Action), resources: list(Resource) })),
      ),
  };
}

function readCaller(template: Template, functionId: string) {
  const { properties } = template.get<{ Role: string }>(functionId);
  const role = template.find<unknown>("AWS::IAM::Role", properties.Role)?.name;
  if (role === undefined || !trusts(template, role, "lambda.amazonaws.com", {}))
    throw new Error(`The role defined for the function ${functionId} cannot be assumed by Lambda.`);
  return { role, statements: roleStatements(template, role) };
}
