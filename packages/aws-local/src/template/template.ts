/** The template's resources, and what `Ref`, `Fn::GetAtt`, `Fn::Join` and the rest of its language mean here. */
import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { messageOf } from "../aws-error.ts";
import type { RawResource, RawTemplate } from "./assembly.ts";
import { ACCOUNT, type Addresses, arn, type Names, nameProperty, namesOf, REGION } from "./resource-names.ts";

/** A resource whose properties are resolved; `Properties` is the form that AWS's schema gives its type. */
export interface Resource<Properties> {
  id: string;
  type: string;
  /** The physical name: what its ARN ends with. */
  name: string;
  arn: string | undefined;
  properties: Properties;
}

export type Template = ReturnType<typeof readTemplate>;

/** The resources of a type, with what of its properties runs here. Throws a sentence that names what else they say. */
export function readAll<S extends z.ZodType>(template: Template, type: string, schema: S) {
  return template.all<unknown>(type).map((resource): Resource<z.output<S>> => {
    const { data, error } = schema.safeParse(resource.properties);
    const [issue] = error?.issues ?? [];
    if (!issue) return { ...resource, properties: data as z.output<S> };
    throw new Error(`${resource.id}: ${issue.path.join(".")} does not run here: ${issue.message}.`);
  });
}

/** Reads a template. Whatever it says that has no model here throws a sentence that names the resource. */
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

  /** Parameters that nobody may read are given by whoever deploys; here nobody else has to know them. */
  const secrets: Record<string, string> = {};

  function rawResource(id: string): RawResource {
    const resource = raw.Resources[id];
    if (!resource) throw new Error(`the template has no resource ${id}`);
    return resource;
  }

  function physicalName(id: string): string {
    const { Type, Properties } = rawResource(id);
    const property = nameProperty(Type);
    const fixed = property === undefined ? undefined : resolve(Properties?.[property]);
    return typeof fixed === "string" ? fixed : id;
  }

  const names = (id: string): Names => namesOf(rawResource(id).Type, id, physicalName(id), addresses);

  function attribute(id: string, key: string): string {
    const value = names(id)[key];
    if (value === undefined) throw new Error(`${rawResource(id).Type} ${id} has no model of ${key}`);
    return value;
  }

  function ref(name: string): unknown {
    if (name in pseudo) return pseudo[name];
    const parameter = raw.Parameters?.[name];
    if (!parameter) return attribute(name, "Ref");
    if (parameter.Default !== undefined) return parameter.Default;
    if (!parameter.NoEcho) throw new Error(`parameter ${name} has no default`);
    secrets[name] ??= randomBytes(32).toString("hex");
    return secrets[name];
  }

  function getAtt(argument: unknown): string {
    const [id, key] = Array.isArray(argument) ? argument : String(argument).split(/\.(.*)/s);
    return attribute(String(id), String(key));
  }

  function substitute(argument: unknown): string {
    const [text, own = {}] = [argument].flat() as [string, Record<string, unknown>?];
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_match, escaped: string, name: string) => {
      if (escaped) return `\${${name}}`;
      if (name in own) return String(resolve(own[name]));
      return String(name.includes(".") ? getAtt(name) : ref(name));
    });
  }

  const intrinsics: Record<string, (argument: unknown, list: unknown[]) => unknown> = {
    Ref: (argument) => ref(String(argument)),
    "Fn::GetAtt": getAtt,
    "Fn::Join": (_, [mark, list]) => array(resolve(list)).join(String(mark)),
    "Fn::Sub": substitute,
    "Fn::Select": (_, [at, list]) => array(resolve(list))[Number(resolve(at))],
    "Fn::Split": (_, [mark, text]) => String(resolve(text)).split(String(mark)),
  };

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
    if (value === null || typeof value !== "object") return value;
    const [key, argument] = only(value) ?? [];
    const intrinsic = intrinsics[key ?? ""];
    if (intrinsic) return intrinsic(argument, array(argument));
    if (key?.startsWith("Fn::")) throw new Error(`${key} has no model`);
    const resolved = Object.entries(value).map(([name, inner]) => [name, resolve(inner)] as const);
    return Object.fromEntries(resolved.filter(([, inner]) => inner !== undefined));
  }

  /** Resources that were read before: what they say stays the same. */
  const known = new Map<string, Resource<unknown>>();

  function read<Properties>(id: string): Resource<Properties> {
    const { Type, Properties, Condition } = rawResource(id);
    try {
      if (Condition) throw new Error(`the condition ${Condition} has no model`);
      const resource = known.get(id) ?? {
        id,
        type: Type,
        name: physicalName(id),
        arn: arnOf(id),
        properties: resolve(Properties ?? {}),
      };
      known.set(id, resource);
      // The CDK has checked the properties against AWS's schema of the type.
      return resource as Resource<Properties>;
    } catch (error) {
      throw new Error(`Resource ${id} (${Type}) cannot run here: ${messageOf(error)}.`);
    }
  }

  function arnOf(id: string): string | undefined {
    try {
      const { Ref, Arn } = names(id);
      return Arn ?? (Ref?.startsWith("arn:") ? Ref : undefined);
    } catch {
      return undefined; // A type without a model is still listed; only a reference to it is refused.
    }
  }

  /** All resources of a type, in the template's order. */
  function all<Properties>(type: string): Resource<Properties>[] {
    return Object.entries(raw.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id]) => read<Properties>(id));
  }

  return {
    raw,
    all,
    get: read,
    /** The resource of a type that has this ARN or physical name. */
    find: <Properties>(type: string, arnOrName: string) =>
      all<Properties>(type).find(({ name, arn }) => name === arnOrName || arn === arnOrName),
    resolve,
  };
}

/** The key and value of an object that has exactly one. */
function only(value: unknown): [string, unknown] | undefined {
  const entries = Object.entries(value ?? {});
  return entries.length === 1 ? entries[0] : undefined;
}

const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
