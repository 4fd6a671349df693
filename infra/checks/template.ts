export type Resource<Properties = Record<string, unknown>> = {
  Type: string;
  Properties: Properties;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  Metadata?: object;
};

export type Template = {
  Parameters?: Record<string, { AllowedPattern?: string }>;
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value?: unknown; Export?: unknown }>;
};

/** Returns a sentence for each problem, starting with the resource's logical id. */
export type Check = (template: Template) => string[];

type FoundResource<Properties> = { id: string; properties: Properties; dependsOn: string[] };

/** All resources of a type. `Properties` follows AWS's schema, which `awsRules` has checked. */
export const resourcesOf = <Properties>({ Resources }: Template, type: string): FoundResource<Properties>[] =>
  Object.entries(Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, { Properties: properties, DependsOn }]) => ({
      id,
      properties: properties as Properties,
      dependsOn: [DependsOn ?? []].flat(),
    }));

/** A sentence about the fault of a resource; `false` if the resource is right. */
export type Problem = string | false | undefined;

/** Checks each resource of a type. The sentences start with its logical id. */
export const checkEach =
  <Properties>(
    type: string,
    problemsOf: (
      properties: Properties,
      template: Template,
      resource: FoundResource<Properties>,
    ) => Problem[],
  ): Check =>
  (template) =>
    resourcesOf<Properties>(template, type).flatMap((resource) =>
      problemsOf(resource.properties, template, resource)
        .filter((problem) => typeof problem === "string")
        .map((problem) => `${resource.id}: ${problem}`),
    );

/** A value as text, with references as `${LogicalId}` and attributes as `${LogicalId.Attribute}`. */
export function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  const [[name, argument] = ["", undefined], ...more] = Object.entries(value);
  if (more.length === 0 && name === "Ref") return `\${${argument}}`;
  if (more.length === 0 && name === "Fn::GetAtt") return `\${${[argument].flat().join(".")}}`;
  if (more.length === 0 && name === "Fn::Join") {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(textOf).join(separator);
  }
  if (more.length === 0 && name === "Fn::Sub") return textOf([argument].flat()[0]);
  return JSON.stringify(value);
}

/** The first logical id that a value refers to, or an empty string. */
export const referencedId = (value: unknown): string => /\$\{([A-Za-z0-9]+)/.exec(textOf(value))?.[1] ?? "";

type Statement = {
  Effect: string;
  Action: string | string[];
  Principal?: { Service?: string | string[] };
  Resource?: unknown;
};
export type PolicyDocument = { Statement: Statement[] };

/** Whether the document allows the service the action; without a service, its principal does not matter. */
export const allows = ({ Statement }: PolicyDocument, action: string, service?: string): boolean =>
  Statement.some(
    ({ Effect, Action, Principal }) =>
      Effect === "Allow" &&
      [Action].flat().some((allowed) => allowed === action || allowed === `${action.split(":")[0]}:*`) &&
      (service === undefined || [Principal?.Service ?? []].flat().includes(service)),
  );
