/** Compares what roles allow with the calls that were made: unused permissions and refused calls. */
import { matches } from "./conditions.ts";

export interface Call {
  functionId: string;
  action: string;
  resource: string;
  allowed: boolean;
  count: number;
}

export type Grant = Pick<Call, "functionId" | "action" | "resource">;

export interface GrantedStatement {
  functionId: string;
  actions: string[];
  resources: string[];
}

/** A grant that no test can use, and why it is needed. */
export interface UnusedGrantException {
  functionId: RegExp;
  action: string;
  resource: RegExp;
  reason: string;
  /** Only some runs use it. */
  rare?: true;
}

/** An action and a resource are unused if the statement's action was used on no resource, or its resource by no action. */
export function unusedGrants(granted: GrantedStatement[], calls: Call[]): Grant[] {
  return granted.flatMap(({ functionId, actions, resources }) => {
    const allowed = calls.filter((call) => call.functionId === functionId && call.allowed);
    const used = (action: string, resource: string) =>
      allowed.some(
        (call) => matches(action, call.action, { ignoreCase: true }) && matches(resource, call.resource),
      );
    return actions.flatMap((action) =>
      resources
        .filter(
          (resource) =>
            !resources.some((otherResource) => used(action, otherResource)) ||
            !actions.some((otherAction) => used(otherAction, resource)),
        )
        .map((resource) => ({ functionId, action, resource })),
    );
  });
}

/** Describes every refused call, unused grant and unnecessary exception. Empty if the roles are exact. */
export function permissionFaults(
  records: { granted: GrantedStatement[]; calls: Call[] }[],
  exceptions: UnusedGrantException[],
): string[] {
  const granted = new Map(
    records.flatMap((record) => record.granted).map((grant) => [JSON.stringify(grant), grant]),
  );
  const calls = records.flatMap((record) => record.calls);
  const unused = unusedGrants([...granted.values()], calls);
  const isException = (grant: Grant, exception: UnusedGrantException) =>
    exception.action === grant.action &&
    exception.functionId.test(grant.functionId) &&
    exception.resource.test(grant.resource);
  const name = ({ functionId, action, resource }: Grant) => `${functionId}: ${action} on ${resource}`;
  return [
    ...new Set(calls.filter(({ allowed }) => !allowed).map((call) => `${name(call)} was refused`)),
    ...unused
      .filter((grant) => !exceptions.some((exception) => isException(grant, exception)))
      .map((grant) => `${name(grant)} is granted but was never used`),
    ...exceptions
      .filter((exception) => !exception.rare && !unused.some((grant) => isException(grant, exception)))
      .map(({ functionId, action }) => `${functionId}: ${action} no longer needs an exception`),
  ];
}
