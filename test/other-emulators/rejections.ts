import type { Template } from "../../infra/checks/template.ts";

/** What an emulator does not take, and what it says about it. Without a property, the resource itself. */
export type Rejection = { type: string; property?: string; message: string };

/** Attributes that an emulator may lack, written with others. */
const EQUIVALENTS: Record<string, (id: string) => object> = {
  ProviderURL: (id) => ({ "Fn::Sub": `https://cognito-idp.\${AWS::Region}.amazonaws.com/\${${id}}` }),
};

type Change = (value: Record<string, unknown>) => unknown;

/** A copy in which each object is what `change` returns for it. */
function rewrite(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((one) => rewrite(one, change));
  if (typeof value !== "object" || value === null) return value;
  const changed = change(value as Record<string, unknown>);
  if (changed !== value) return changed;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rewrite(part, change)]));
}

/** Without the statements that deny calls without TLS, because the emulators are called without it. */
export function withoutTls(template: Template): Template {
  const isAboutTls = (statement: unknown) => JSON.stringify(statement).includes("aws:SecureTransport");
  const change: Change = (value) =>
    Array.isArray(value.Statement) && value.Statement.some(isAboutTls)
      ? { ...value, Statement: value.Statement.filter((one) => !isAboutTls(one)) }
      : value;
  return rewrite(template, change) as Template;
}

const mentions = (text: string, word: string) =>
  new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`).exec(text)?.index ?? -1;

/** The first of the words that the text has. */
const firstIn = (text: string, words: string[]): string | undefined =>
  words
    .map((word) => ({ word, at: mentions(text, word) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)[0]?.word;

/** The id of the resource that a message is about. */
export const resourceIn = (message: string, { Resources }: Template): string | undefined =>
  firstIn(message, Object.keys(Resources));

/**
 * The template without what an emulator rejected at a resource: an attribute gets its equivalent, a property is left out
 * of all resources of the type. If the message names neither, the resource is left out.
 */
export function withoutRejected(template: Template, id: string, message: string): [Template, Rejection] {
  const { Type: type = "", Properties = {} } = template.Resources[id] ?? {};
  const attribute = firstIn(message, Object.keys(EQUIVALENTS));
  const equivalent = attribute === undefined ? undefined : EQUIVALENTS[attribute];
  if (equivalent) {
    const replace: Change = (value) => {
      const [owner, name] = (value["Fn::GetAtt"] ?? []) as string[];
      return owner !== undefined && name === attribute ? equivalent(owner) : value;
    };
    return [rewrite(template, replace) as Template, { type, property: `Fn::GetAtt ${attribute}`, message }];
  }
  const resources = Object.entries(template.Resources);
  const property = firstIn(message, Object.keys(Properties));
  if (property !== undefined) {
    const Resources = Object.fromEntries(
      resources.map(([name, resource]) => {
        const { [property]: _, ...rest } = resource.Properties ?? {};
        return [name, resource.Type === type ? { ...resource, Properties: rest } : resource];
      }),
    );
    return [
      { ...template, Resources },
      { type, property, message },
    ];
  }
  return [withoutResource(template, id), { type, message }];
}

/** Without a resource. What refers to it gets a text instead. */
function withoutResource(template: Template, id: string): Template {
  const refersToIt = (value: Record<string, unknown>) =>
    value.Ref === id || [value["Fn::GetAtt"]].flat()[0] === id ? "left-out" : value;
  const { [id]: _, ...rest } = template.Resources;
  const { Resources, ...others } = rewrite({ ...template, Resources: rest }, refersToIt) as Template;
  return {
    ...others,
    Resources: Object.fromEntries(
      Object.entries(Resources).map(([name, resource]) => [
        name,
        { ...resource, DependsOn: [resource.DependsOn ?? []].flat().filter((one) => one !== id) },
      ]),
    ),
  };
}
