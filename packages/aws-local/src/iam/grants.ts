/** What roles allow, set against what was done: permissions granted for nothing, and calls that were refused. */
import { matches } from "./conditions.ts";

export interface Call {
  functionId: string;
  action: string;
  resource: string;
  allowed: boolean;
  count: number;
}

export type Grant = Pick<Call, "functionId" | "action" | "resource">;

/** One statement of a function's role, as its author wrote it: any of the actions on any of the resources. */
export interface Granted {
  functionId: string;
  actions: string[];
  resources: string[];
}

/** A grant that no test can use, and why it is there all the same. */
export interface Reserve {
  functionId: RegExp;
  action: string;
  resource: RegExp;
  reason: string;
}

/** A pair of a statement is spare when its action was used on none of the resources, or its resource by none of the actions. */
export function unusedGrants(granted: Granted[], calls: Call[]): Grant[] {
  return granted.flatMap(({ functionId, actions, resources }) => {
    const made = calls.filter((call) => call.functionId === functionId && call.allowed);
    const used = (action: string, resource: string) =>
      made.some((call) => matches(action, call.action, true) && matches(resource, call.resource, false));
    return actions.flatMap((action) =>
      resources
        .filter(
          (resource) =>
            !resources.some((other) => used(action, other)) ||
            !actions.some((other) => used(other, resource)),
        )
        .map((resource) => ({ functionId, action, resource })),
    );
  });
}

/** What is wrong with the roles under which all these calls were made, in sentences; none when they are exact. */
export function permissionFaults(
  records: { granted: Granted[]; calls: Call[] }[],
  reserves: Reserve[],
): string[] {
  const granted = new Map(
    records.flatMap((record) => record.granted).map((one) => [JSON.stringify(one), one]),
  );
  const calls = records.flatMap((record) => record.calls);
  const unused = unusedGrants([...granted.values()], calls);
  const isReserved = (grant: Grant, reserve: Reserve) =>
    reserve.action === grant.action &&
    reserve.functionId.test(grant.functionId) &&
    reserve.resource.test(grant.resource);
  const name = ({ functionId, action, resource }: Grant) => `${functionId}: ${action} on ${resource}`;
  return [
    ...new Set(calls.filter(({ allowed }) => !allowed).map((call) => `${name(call)} was refused`)),
    ...unused
      .filter((grant) => !reserves.some((reserve) => isReserved(grant, reserve)))
      .map((grant) => `${name(grant)} is granted, and was never used`),
    ...reserves
      .filter((reserve) => !unused.some((grant) => isReserved(grant, reserve)))
      .map(({ functionId, action }) => `${functionId}: ${action} needs no exception any more`),
  ];
}
