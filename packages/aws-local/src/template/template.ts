/** The template's resources, with intrinsic functions such as `Ref`, `Fn::GetAtt` and `Fn::Join` resolved. */
import type * as z from "zod";
import { messageOf } from "../aws-error.ts";
import type { RawResource, RawTemplate } from "./assembly.ts";
import {
  ACCOUNT,
  type Addresses,
  arn,
  generatedName,
  type Names,
  nameProperty,
  namesOf,
  REGION,
} from "./resource-names.ts";

export interface Resource<Properties> {
  id: string;
  type: string;
  name: string;
  arn: string | undefined;
  properties: Properties;
}

export type Template = ReturnType<typeof readTemplate>;

/** The resources of a type with their supported properties. Throws for unsupported ones. */
export function readAll<S extends z.ZodType>(template: Template, type: string, schema: S) {
  return template.all<unknown>(type).map((resource): Resource<z.output<S>> => {
    const { data, error } = schema.safeParse(resource.properties);
    const [issue] = error?.issues ?? [];
    if (!issue) return { ...resource, properties: data as z.output<S> };
    throw new Error(`${resource.id}: ${issue.path.join(".")} is not supported: ${issue.message}.`);
  });
}

/** Throws an error with the resource's name for anything unsupported. */
export function readTemplate(raw: RawTemplate, stackName: string, addresses: Addresses) {
  const pseudo: Record<string, string | undefined> = {
    "AWS::Region": REGION,
    "AWS::AccountId": ACCOUNT,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
    "AWS::StackName": stackName,
    "AWS::StackId": arn("cloudformation", `stack/${stackName}/local`),
    "AWS::NoValue": undefined,
  };

  function rawResource(id: string): RawResource {
    const resource = raw.Resources[id];
    if (!resource) throw new Error(`the template has no resource ${id}`);
    return resource;
  }

  function physicalName(id: string): string {
    const { Type, Properties } = rawResource(id);
    const property = nameProperty(Type);
    const fixed = property === undefined ? undefined : resolve(Properties?.[property]);
    return typeof fixed === "string" ? fixed : generatedName(Type, id, Properties);
  }

  const names = (id: string): Names => namesOf(rawResource(id).Type, id, physicalName(id), addresses);

  function attribute(id: string, key: string): string {
    const value = names(id)[key];
    if (value === undefined)
      throw new Error(`attribute ${key} of ${rawResource(id).Type} ${id} is not supported`);
    return value;
  }

  function ref(name: string): unknown {
    if (name in pseudo) return pseudo[name];
    const parameter = raw.Parameters?.[name];
    if (!parameter) return attribute(name, "Ref");
    if (parameter.Default !== undefined) return parameter.Default;
    throw new Error(`parameter ${name} has no default`);
  }

  function getAtt(argument: unknown): string {
    const [id, key] = Array.isArray(argument) ? argument : String(argument).split(/\.(.*)/s);
    return attribute(String(id), String(key));
  }

  function substitute(argument: unknown): string {
    const [text, variables = {}] = [argument].flat() as [string, Record<string, unknown>?];
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_match, escaped: string, name: string) => {
      if (escaped) return `\${${name}}`;
      if (name in variables) return String(resolve(variables[name]));
      return String(name.includes(".") ? getAtt(name) : ref(name));
    });
  }

  const intrinsics: Record<string, (argument: unknown, list: unknown[]) => unknown> = {
    Ref: (argument) => ref(String(argument)),
    "Fn::GetAtt": getAtt,
    "Fn::Join": (_, [separator, list]) => dynamic(asArray(resolve(list)).join(String(separator))),
    "Fn::Sub": (argument) => dynamic(substitute(argument)),
    "Fn::Select": (_, [index, list]) => asArray(resolve(list))[Number(resolve(index))],
    "Fn::Split": (_, [separator, text]) => String(resolve(text)).split(String(separator)),
  };

  const dynamic = (text: string): string =>
    text.replace(/\{\{(resolve:[^}]+)\}\}/g, (_, reference: string) => addresses.dynamicReference(reference));

  function resolve(value: unknown): unknown {
    if (typeof value === "string") return dynamic(value);
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
    if (value === null || typeof value !== "object") return value;
    const [key, argument] = singleEntry(value) ?? [];
    const intrinsic = intrinsics[key ?? ""];
    if (intrinsic) return intrinsic(argument, asArray(argument));
    if (key?.startsWith("Fn::")) throw new Error(`${key} is not supported`);
    const resolved = Object.entries(value).map(([name, inner]) => [name, resolve(inner)] as const);
    return Object.fromEntries(resolved.filter(([, inner]) => inner !== undefined));
  }

  const cache = new Map<string, Resource<unknown>>();

  function read<Properties>(id: string): Resource<Properties> {
    const { Type, Properties, Condition } = rawResource(id);
    try {
      if (Condition) throw new Error(`the condition ${Condition} is not supported`);
      const resource = cache.get(id) ?? {
        id,
        type: Type,
        name: physicalName(id),
        arn: arnOf(id),
        properties: resolve(Properties ?? {}),
      };
      cache.set(id, resource);
      return resource as Resource<Properties>;
    } catch (error) {
      throw new Error(`Unsupported resource ${id} (${Type}): ${messageOf(error)}.`);
    }
  }

  function arnOf(id: string): string | undefined {
    try {
      const { Ref, Arn } = names(id);
      return Arn ?? (Ref?.startsWith("arn:") ? Ref : undefined);
    } catch {
      return undefined; // An unsupported type can be listed; only references to it are refused.
    }
  }

  const idsByType = Map.groupBy(Object.keys(raw.Resources), (id) => rawResource(id).Type);
  const all = <Properties>(type: string): Resource<Properties>[] =>
    (idsByType.get(type) ?? []).map((id) => read<Properties>(id));

  return {
    raw,
    all,
    get: read,
    find: <Properties>(type: string, arnOrName: string) =>
      all<Properties>(type).find(({ name, arn }) => name === arnOrName || arn === arnOrName),
    resolve,
  };
}

function singleEntry(value: unknown): [string, unknown] | undefined {
  const entries = Object.entries(value ?? {});
  return entries.length === 1 ? entries[0] : undefined;
}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
