/** The permissions of each function's role, and the calls that used them. */
import { AwsError } from "../aws-error.ts";
import { ACCOUNT, arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import type { Call, GrantedStatement } from "./grants.ts";
import { asArray, evaluate, type Permission, roleStatements, trusts } from "./iam.ts";

export type Access = ReturnType<typeof openAccess>;

/** Throws if Lambda may not assume a function's role, as creating the function would. */
export function openAccess(template: Template, functionIds: string[]) {
  const callers = new Map(functionIds.map((id) => [id, callerOf(template, id)]));
  const calls = new Map<string, Call>();

  function record(functionId: string, permission: Permission) {
    const caller = callers.get(functionId);
    const unknown = "The security token included in the request is invalid.";
    if (!caller) throw new AwsError("UnrecognizedClientException", unknown);
    const { action, resource } = permission;
    const context = {
      "aws:SecureTransport": "true",
      "aws:PrincipalArn": arn("iam", `role/${caller.role}`, ""),
      ...permission.context,
    };
    const decision = evaluate(caller.statements, { action, resource, context });
    const key = `${functionId} ${action} ${resource}`;
    const allowed = decision === "allowed";
    const call = calls.get(key) ?? { functionId, action, resource, allowed, count: 0 };
    call.count += 1;
    calls.set(key, call);
    return { caller, decision };
  }

  return {
    /** @throws AwsError `AccessDeniedException`, worded as the service does */
    requirePermission(functionId: string, permission: Permission): void {
      const { caller, decision } = record(functionId, permission);
      if (decision === "allowed") return;
      const { action, resource } = permission;
      const user = `arn:aws:sts::${ACCOUNT}:assumed-role/${caller.role}/${functionId}`;
      const reason =
        decision === "explicitDeny"
          ? "with an explicit deny in an identity-based policy"
          : `because no identity-based policy allows the ${action} action`;
      const message = `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
      throw new AwsError("AccessDeniedException", message, 403);
    },
    /** Records a call that a service makes with the function's role, such as writing its logs. */
    isAllowed: (functionId: string, permission: Permission): boolean =>
      record(functionId, permission).decision === "allowed",
    roleName: (functionId: string): string => callers.get(functionId)?.role ?? "",
    calls: (): Call[] => [...calls.values()],
    granted: (): GrantedStatement[] =>
      [...callers].flatMap(([functionId, { statements }]) =>
        statements
          .filter(({ Effect, managed }) => Effect === "Allow" && !managed)
          .map(({ Action, Resource }) => ({
            functionId,
            actions: asArray(Action),
            resources: asArray(Resource),
          })),
      ),
  };
}

function callerOf(template: Template, functionId: string) {
  const { properties } = template.get<{ Role: string }>(functionId);
  const role = template.find<unknown>("AWS::IAM::Role", properties.Role)?.name;
  if (role === undefined || !trusts(template, role, "lambda.amazonaws.com", {}))
    throw new Error(`The role defined for the function ${functionId} cannot be assumed by Lambda.`);
  return { role, statements: roleStatements(template, role) };
}
