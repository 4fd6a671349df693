import { isDeepStrictEqual } from "node:util";
import type { Allowed } from "./property-rules.ts";
import { mayAlwaysChange, statefulTypes } from "./stateful.ts";
import { type Resource, referencedId, resourcesOf, type Template } from "./template.ts";

const FUNCTION = "AWS::Lambda::Function";
type Logging = { LoggingConfig?: { LogGroup?: unknown } };

/** The part of a template that keeps state, and which functions write its logs. */
export const statefulPart = (template: Template): Template => ({
  Resources: Object.fromEntries([
    ...Object.entries(template.Resources)
      .filter(([, { Type }]) => Type in statefulTypes)
      .map(([id, { Metadata, ...resource }]) => [id, resource]),
    ...resourcesOf<Logging>(template, FUNCTION).map(({ id, properties: { LoggingConfig } }) => [
      id,
      { Type: FUNCTION, Properties: { LoggingConfig } },
    ]),
  ]),
});

/** Whether a log goes with every function that writes it. A log of up to 90 days that nobody said to keep may. */
function goesWithItsFunctions(id: string, before: Template, after: Template): boolean {
  const { Type, DeletionPolicy, Properties } = before.Resources[id] ?? {};
  const writers = resourcesOf<Logging>(before, FUNCTION).filter(
    ({ properties }) => referencedId(properties.LoggingConfig?.LogGroup) === id,
  );
  return (
    Type === "AWS::Logs::LogGroup" &&
    DeletionPolicy === "Delete" &&
    Number(Properties?.RetentionInDays) <= 90 &&
    writers.length > 0 &&
    [id, ...writers.map((writer) => writer.id)].every((one) => !after.Resources[one])
  );
}

/**
 * Sentences about state that an update would lose, or why it would fail. Empty when the update is safe. `lose` has the
 * logical ids whose loss is accepted.
 */
export function unsafeUpdates(before: Template, after: Template, lose: string[] = []): string[] {
  const part = statefulPart(before);
  return Object.entries(part.Resources)
    .filter(([id, { Type }]) => Type in statefulTypes && !goesWithItsFunctions(id, part, after))
    .flatMap(([id, old]) => problemsOf(old, after.Resources[id]).map((problem) => [id, problem] as const))
    .flatMap(([id, { sentence, refused }]: readonly [string, Problem]) => {
      if (refused) return [`${id}: ${sentence}.`];
      if (lose.includes(id)) return [];
      return [
        `${id}: ${sentence}. Undo it; if it is meant, save what you need and deploy with --lose ${id}.`,
      ];
    });
}

/** `refused`: AWS would refuse it, whether the loss is meant or not. */
type Problem = { sentence: string; refused?: boolean };

function problemsOf(old: Resource, now: Resource | undefined): Problem[] {
  const { keeps = "", mayChange = {}, loses = {} } = statefulTypes[old.Type] ?? {};
  if (now?.Type !== old.Type)
    return [{ sentence: `is gone or has a new logical id: ${keeps} would be deleted or left behind` }];
  const allowed = { ...mayAlwaysChange, ...mayChange };
  return differences(flat(old), flat(now), allowed).flatMap(({ path, before, after }) => {
    const rule = allowed[path];
    const refused = rule?.refused?.(before, after);
    if (refused) return [{ sentence: refused, refused: true }];
    const undeclared = `it could lose ${keeps}, because infra/checks/stateful.ts does not say that it is safe`;
    const lost = rule ? rule.unless?.(before, after) : (loses[path] ?? undeclared);
    return lost === undefined ? [] : [{ sentence: `${path} changes: ${lost}` }];
  });
}

const flat = ({ Properties, ...attributes }: Resource): Fields => ({ ...attributes, ...Properties });

type Fields = Record<string, unknown>;
type Difference = { path: string; before: unknown; after: unknown };

/** A reference is a value, not an object. */
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !/^(Ref|Fn::)/.test(Object.keys(value)[0] ?? "");

/** The outermost paths that differ and have a rule, or have nothing below them that is in both. */
function differences(old: Fields, now: Fields, allowed: Record<string, Allowed>, above = ""): Difference[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    const [before, after, path] = [old[name], now[name], above + name];
    if (before === after || isDeepStrictEqual(before, after)) return [];
    return allowed[path] === undefined && isObject(before) && isObject(after)
      ? differences(before, after, allowed, `${path}.`)
      : [{ path, before, after }];
  });
}
