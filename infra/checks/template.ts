/** A synthesized template, as the checks read it. */

export type Resource<Properties = Record<string, unknown>> = {
  Type: string;
  Properties: Properties;
  DependsOn?: string[];
  DeletionPolicy?: string;
};

export type Template = {
  Parameters?: Record<string, { AllowedPattern?: string }>;
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value?: unknown; Export?: unknown }>;
};

/** A check names each resource that would fail to deploy, and why. */
export type Check = (template: Template) => string[];

export type Found<Properties> = { id: string; properties: Properties; dependsOn: string[] };

/** All resources of a type; `Properties` is the form that AWS's schema gives it, which the engine has checked. */
export const all = <Properties>({ Resources }: Template, type: string): Found<Properties>[] =>
  Object.entries(Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, { Properties: properties, DependsOn }]) => ({
      id,
      properties: properties as Properties,
      dependsOn: [DependsOn ?? []].flat(),
    }));

/** What a value will say, where references stand as `${LogicalId}` and attributes as `${LogicalId.Attribute}`. */
export function text(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const [[name, argument] = ["", undefined], ...more] = Object.entries(value);
  if (more.length === 0 && name === "Ref") return `\${${argument}}`;
  if (more.length === 0 && name === "Fn::GetAtt") return `\${${[argument].flat().join(".")}}`;
  if (more.length === 0 && name === "Fn::Join") {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(text).join(separator);
  }
  if (more.length === 0 && name === "Fn::Sub") return text([argument].flat()[0]);
  return JSON.stringify(value);
}

/** The logical id that a value refers to first, or an empty one. */
export const referred = (value: unknown): string => /\$\{([A-Za-z0-9]+)/.exec(text(value))?.[1] ?? "";

type Statement = {
  Effect: string;
  Action: string | string[];
  Principal?: { Service?: string | string[] };
  Resource?: unknown;
};
export type PolicyDocument = { Statement: Statement[] };

/** Whether the document lets the service (or, without one, whoever has the policy) do the action. */
export const allows = ({ Statement }: PolicyDocument, action: string, service?: string): boolean =>
  Statement.some(
    ({ Effect, Action, Principal }) =>
      Effect === "Allow" &&
      [Action].flat().some((one) => one === action || one === `${action.split(":")[0]}:*`) &&
      (service === undefined || [Principal?.Service ?? []].flat().includes(service)),
  );
