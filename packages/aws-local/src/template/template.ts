/** The template's resources, and what `Ref`, `Fn::GetAtt`, `Fn::Join` and the rest of its language mean here. */
import { randomBytes } from "node:crypto";
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

export interface Template {
  raw: RawTemplate;
  /** All resources of a type, in the template's order, without those whose condition is false. */
  all<Properties>(type: string): Resource<Properties>[];
  get<Properties>(id: string): Resource<Properties>;
  /** The resource of a type that has this ARN or physical name. */
  find<Properties>(type: string, arnOrName: string): Resource<Properties> | undefined;
  resolve(value: unknown): unknown;
}

/** Reads a template. Whatever it says that has no model here throws a sentence that names the resource. */
export function readTemplate(raw: RawTemplate, stackName: string, addresses: Addresses): Template {
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
    const [id, key] = Array.isArray(argument)
      ? [String(argument[0]), String(argument[1])]
      : splitOnce(String(argument));
    return attribute(id, key);
  }

  function substitute(argument: unknown): string {
    const [text, own] = Array.isArray(argument) ? [argument[0], record(argument[1])] : [argument, record({})];
    return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_match, escaped: string, name: string) => {
      if (escaped) return `\${${name}}`;
      if (name in own) return String(resolve(own[name]));
      return String(name.includes(".") ? getAtt(name) : ref(name));
    });
  }

  function condition(value: unknown): boolean {
    const [key, argument] = only(value) ?? [];
    const list = Array.isArray(argument) ? argument : [];
    switch (key) {
      case "Condition":
        return namedCondition(String(argument));
      case "Fn::Equals":
        return resolve(list[0]) === resolve(list[1]);
      case "Fn::Not":
        return !condition(list[0]);
      case "Fn::And":
        return list.every(condition);
      case "Fn::Or":
        return list.some(condition);
      default:
        throw new Error(`the condition ${JSON.stringify(value)} has no model`);
    }
  }

  function namedCondition(name: string): boolean {
    const definition = raw.Conditions?.[name];
    if (definition === undefined) throw new Error(`the template has no condition ${name}`);
    return condition(definition);
  }

  function findInMap([map, top, second]: unknown[]): unknown {
    const value = raw.Mappings?.[String(resolve(map))]?.[String(resolve(top))]?.[String(resolve(second))];
    if (value === undefined)
      throw new Error(`Fn::FindInMap finds nothing at ${JSON.stringify([map, top, second])}`);
    return value;
  }

  function intrinsic(key: string, argument: unknown): unknown {
    const list = Array.isArray(argument) ? argument : [];
    switch (key) {
      case "Ref":
        return ref(String(argument));
      case "Fn::GetAtt":
        return getAtt(argument);
      case "Fn::Join":
        return array(resolve(list[1])).join(String(list[0]));
      case "Fn::Sub":
        return substitute(argument);
      case "Fn::Select":
        return array(resolve(list[1]))[Number(resolve(list[0]))];
      case "Fn::Split":
        return String(resolve(list[1])).split(String(list[0]));
      case "Fn::Base64":
        return Buffer.from(String(resolve(argument))).toString("base64");
      case "Fn::If":
        return resolve(namedCondition(String(list[0])) ? list[1] : list[2]);
      case "Fn::FindInMap":
        return findInMap(list);
      default:
        throw new Error(`${key} has no model`);
    }
  }

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
    if (value === null || typeof value !== "object") return value;
    const [key, argument] = only(value) ?? [];
    if (key !== undefined && (key === "Ref" || key.startsWith("Fn::"))) return intrinsic(key, argument);
    const resolved = Object.entries(value).map(([name, inner]) => [name, resolve(inner)] as const);
    return Object.fromEntries(resolved.filter(([, inner]) => inner !== undefined));
  }

  function read<Properties>(id: string): Resource<Properties> {
    const { Type, Properties } = rawResource(id);
    try {
      return {
        id,
        type: Type,
        name: physicalName(id),
        arn: arnOf(id),
        // The CDK has checked the properties against AWS's schema of the type.
        properties: resolve(Properties ?? {}) as Properties,
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Resource ${id} (${Type}) cannot run here: ${reason}.`);
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

  const present = ([, { Condition }]: [string, RawResource]) => !Condition || namedCondition(Condition);

  function all<Properties>(type: string): Resource<Properties>[] {
    return Object.entries(raw.Resources)
      .filter(([, resource]) => resource.Type === type)
      .filter(present)
      .map(([id]) => read<Properties>(id));
  }

  return {
    raw,
    all,
    get: read,
    find<Properties>(type: string, arnOrName: string) {
      const id = Object.keys(raw.Resources).find(
        (candidate) =>
          rawResource(candidate).Type === type &&
          (physicalName(candidate) === arnOrName || arnOf(candidate) === arnOrName),
      );
      return id === undefined ? undefined : read<Properties>(id);
    },
    resolve,
  };
}

function splitOnce(text: string): [string, string] {
  const dot = text.indexOf(".");
  return [text.slice(0, dot), text.slice(dot + 1)];
}

/** The key and value of an object that has exactly one. */
function only(value: unknown): [string, unknown] | undefined {
  const entries = Object.entries(record(value));
  return entries.length === 1 ? entries[0] : undefined;
}

const record = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};

const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
