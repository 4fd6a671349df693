import type { Resource, Template } from "../../infra/checks/template.ts";

/** The arguments of `mutate`. */
export type Fault = [where: RegExp, path: string, value: unknown];

type Parent = Record<string, unknown>;
const isParent = (value: unknown): value is Parent => typeof value === "object" && value !== null;

function parentAt(resource: Resource, steps: string[]): Parent | undefined {
  let parent: unknown = resource;
  for (const step of steps) parent = isParent(parent) ? parent[step] : undefined;
  return isParent(parent) ? parent : undefined;
}

/**
 * Changes one value of a template in place, in the first resource that has the path and whose "type id" matches.
 * A function computes the new value from the old one; `undefined` removes it. Returns the resource's logical id.
 */
export function mutate(template: Template, where: RegExp, path: string, value: unknown): string {
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  for (const [id, resource] of Object.entries(template.Resources)) {
    const parent = where.test(`${resource.Type} ${id}`) ? parentAt(resource, steps) : undefined;
    if (!parent) continue;
    const changed: unknown = typeof value === "function" ? value(parent[last]) : value;
    if (changed === undefined) delete parent[last];
    else parent[last] = changed;
    return id;
  }
  throw new Error(`No resource that matches ${where} has ${path}.`);
}
