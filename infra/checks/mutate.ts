import type { Resource, Template } from "./template.ts";

/** As `mutate` takes it. */
export type Fault = [where: RegExp, path: string, value: unknown];

type Holder = Record<string, unknown>;
const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;

function holderOf(resource: Resource, steps: string[]): Holder | undefined {
  let holder: unknown = resource;
  for (const step of steps) holder = isHolder(holder) ? holder[step] : undefined;
  return isHolder(holder) ? holder : undefined;
}

/**
 * Breaks one thing of a template, in place: of the first resource whose type and logical id match and which has
 * what the path leads into. A function tells the new value from the old one; `undefined` removes it. Answers whose.
 */
export function mutate(template: Template, where: RegExp, path: string, value: unknown): string {
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  for (const [id, resource] of Object.entries(template.Resources)) {
    const holder = where.test(`${resource.Type} ${id}`) ? holderOf(resource, steps) : undefined;
    if (!holder) continue;
    const planted: unknown = typeof value === "function" ? value(holder[last]) : value;
    if (planted === undefined) delete holder[last];
    else holder[last] = planted;
    return id;
  }
  throw new Error(`Nothing of ${where} has ${path}.`);
}
