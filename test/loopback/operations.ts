/** The responses of the loopback AWS, as the API references document them. */
import { resourcesOf, type Template } from "../../infra/checks/template.ts";
import type { AwsRequest, LoopbackAccount, LoopbackStack, Reply } from "./account.ts";
import { isDenied } from "./stack-policy.ts";

export const xml = (operation: string, inner = ""): Reply => ({
  body: `<${operation}Response xmlns="https://aws.example/doc/"><${operation}Result>${inner}</${operation}Result></${operation}Response>`,
});
export const errorXml = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
export const list = (name: string, members: string[]) =>
  `<${name}>${members.map((member) => `<member>${member}</member>`).join("")}</${name}>`;
export const tags = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${name}>`)
    .join("");
export const notFound = (code: string, status = 400): Reply => ({
  status,
  body: { __type: code, message: "none" },
});

/** The outputs of every deployed stack. */
export const originSecretArn = "arn:aws:secretsmanager:eu-west-1:111122223333:secret:Origin-AbCdEf";
export const siteBucket = "mwamba-dev-websitebucket";
export const distributionDomain = "d111111abcdef8.cloudfront.net";
export const at = "2026-11-01T00:00:00Z";
const stackId = (name = "") =>
  `arn:aws:cloudformation:eu-west-1:111122223333:stack/${name.split("/")[1] ?? name}/1`;
const nameOf = (StackName = "") =>
  StackName.startsWith("arn:") ? (StackName.split("/")[1] ?? "") : StackName;

function stackXml(name: string, { status, outputs = {}, parameters = {} }: LoopbackStack): string {
  const hidden = Object.keys(parameters).map((ParameterKey) =>
    tags({ ParameterKey, ParameterValue: "****" }),
  );
  const members = Object.entries(outputs).map(([OutputKey, OutputValue]) => tags({ OutputKey, OutputValue }));
  const about = tags({ StackName: name, StackId: stackId(name), CreationTime: at, StackStatus: status });
  return `${about}${list("Outputs", members)}${list("Parameters", hidden)}`;
}

/** The parameters of a change set: its own, and those with UsePreviousValue. */
function parametersOf(input: Record<string, string>, before: LoopbackStack): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (let at = 1; input[`Parameters.member.${at}.ParameterKey`]; at += 1) {
    const name = input[`Parameters.member.${at}.ParameterKey`] ?? "";
    const usePrevious = input[`Parameters.member.${at}.UsePreviousValue`] === "true";
    const value = usePrevious ? before.parameters?.[name] : input[`Parameters.member.${at}.ParameterValue`];
    if (value !== undefined) parameters[name] = value;
  }
  return parameters;
}

/** The uploaded template at the address in a change set. */
function uploadedTemplate({ objects }: LoopbackAccount, address = ""): Template {
  const content = objects[new URL(address).pathname];
  if (!content) throw new Error(`Nothing was uploaded to ${address}.`);
  return JSON.parse(content.toString());
}

/** From the signature of a request. */
const regionOf = ({ headers: { authorization = "" } }: AwsRequest) =>
  /Credential=[^/]+\/\d+\/([^/]+)/.exec(authorization)?.[1] ?? "";

/** The vaults with a fixed name. */
const vaultsOf = (template: Template = { Resources: {} }) =>
  resourcesOf<{ BackupVaultName: unknown }>(template, "AWS::Backup::BackupVault")
    .map(({ properties }) => properties.BackupVaultName)
    .filter((name) => typeof name === "string");

export const operations: Record<string, (account: LoopbackAccount, request: AwsRequest) => Reply> = {
  GetCallerIdentity: ({ account }) =>
    xml(
      "GetCallerIdentity",
      tags({ Account: account, UserId: "A", Arn: `arn:aws:sts::${account}:assumed-role/Engineer/kim` }),
    ),
  AssumeRole: (_, { input: { RoleArn = "" } }) =>
    xml(
      "AssumeRole",
      `<Credentials>${tags({ AccessKeyId: "ASIAEXAMPLE", SecretAccessKey: "x", SessionToken: "x", Expiration: "2099-01-01T00:00:00Z" })}</Credentials><AssumedRoleUser>${tags({ AssumedRoleId: "A:b", Arn: RoleArn })}</AssumedRoleUser>`,
    ),
  GetParameter: ({ stacks, parameters }, { input: { Name = "" } }) => {
    const bootstrap = Name.startsWith("/cdk-bootstrap/") && stacks.CDKToolkit?.outputs?.BootstrapVersion;
    const Value = bootstrap || parameters[Name];
    return Value === undefined ? notFound("ParameterNotFound") : { body: { Parameter: { Name, Value } } };
  },

  DescribeStacks: ({ stacks }, request) => {
    const name = nameOf(request.input.StackName);
    const stack = stacks[name];
    if (stack && (stack.region ?? regionOf(request)) === regionOf(request))
      return xml("DescribeStacks", list("Stacks", [stackXml(name, stack)]));
    return { status: 400, body: errorXml("ValidationError", `Stack with id ${name} does not exist`) };
  },
  ListStacks: ({ stacks, deleted }) => {
    const stackOf = (StackName: string, id: string, StackStatus: string) =>
      tags({
        StackName,
        StackId: `arn:aws:cloudformation:::stack/${StackName}/${id}`,
        StackStatus,
        CreationTime: at,
      });
    return xml(
      "ListStacks",
      list("StackSummaries", [
        ...Object.entries(stacks).map(([name, { status }]) => stackOf(name, "1", status)),
        ...Object.keys(deleted).map((name) => stackOf(name, "0", "DELETE_COMPLETE")),
      ]),
    );
  },
  ListStackResources: ({ stacks, deleted }, { input: { StackName = "" } }) => {
    const name = nameOf(StackName);
    const {
      identities = [],
      functions = {},
      kept = {},
    } = (StackName.endsWith("/0") ? deleted : stacks)[name] ?? {};
    const state = { ResourceStatus: "CREATE_COMPLETE", LastUpdatedTimestamp: at };
    const members = [
      ...identities.map((id) => ["Identity", "AWS::SES::EmailIdentity", id]),
      ...Object.keys(functions).map((id) => [id, "AWS::Lambda::Function", `${name}-${id}`]),
      ...Object.entries(kept).map(([id, resource]) => [id, resource.type, resource.id]),
    ].map(([LogicalResourceId = "", ResourceType = "", PhysicalResourceId = ""]) =>
      tags({ LogicalResourceId, ResourceType, PhysicalResourceId, ...state }),
    );
    return xml("ListStackResources", list("StackResourceSummaries", members));
  },
  GetTemplate: ({ stacks }, { input }) =>
    xml(
      "GetTemplate",
      tags({ TemplateBody: JSON.stringify(stacks[nameOf(input.StackName)]?.template ?? {}) }),
    ),

  CreateChangeSet: (account, { input }) => {
    const { StackName = "", ChangeSetName = "", TemplateURL } = input;
    const before = account.stacks[StackName] ?? { status: "REVIEW_IN_PROGRESS" };
    const parameters = parametersOf(input, before);
    const adopts = input.ImportExistingResources === "true";
    const proposed = uploadedTemplate(account, TemplateURL);
    account.stacks[StackName] = { ...before, proposed, adopts, parameters };
    return xml(
      "CreateChangeSet",
      tags({ Id: `arn:aws:changeSet/${ChangeSetName}`, StackId: stackId(StackName) }),
    );
  },
  DescribeChangeSet: ({ stacks }, { input: { StackName = "", ChangeSetName = "" } }) => {
    const name = nameOf(StackName);
    if (!stacks[name]?.proposed) return { status: 404, body: errorXml("ChangeSetNotFound", ChangeSetName) };
    const about = {
      ChangeSetName,
      ChangeSetId: `arn:aws:changeSet/${ChangeSetName}`,
      StackName: name,
      StackId: stackId(name),
    };
    const state = { Status: "CREATE_COMPLETE", ExecutionStatus: "AVAILABLE", CreationTime: at };
    return xml("DescribeChangeSet", `${tags({ ...about, ...state })}${list("Changes", [])}`);
  },
  DeleteChangeSet: ({ stacks }, { input: { StackName = "" } }) => {
    delete stacks[nameOf(StackName)]?.proposed;
    return xml("DeleteChangeSet");
  },
  SetStackPolicy: ({ stacks }, { input: { StackName = "", StackPolicyBody } }) => {
    Object.assign(stacks[nameOf(StackName)] ?? {}, { policy: StackPolicyBody });
    return xml("SetStackPolicy");
  },
  ExecuteChangeSet: ({ stacks, resources }, request) => {
    const name = nameOf(request.input.StackName);
    const { proposed, adopts, template, policy, parameters = {} } = stacks[name] ?? {};
    if (!proposed) return { status: 400, body: errorXml("ChangeSetNotFound", name) };
    const region = regionOf(request);
    if (template && policy && isDenied(policy, template, proposed)) {
      stacks[name] = { status: "UPDATE_ROLLBACK_COMPLETE", region, template, policy, parameters };
      return xml("ExecuteChangeSet");
    }
    const newVaults = vaultsOf(proposed).filter((vault) => !vaultsOf(template).includes(vault));
    if (!adopts && newVaults.some((vault) => resources[vault])) {
      stacks[name] = { status: template ? "UPDATE_ROLLBACK_COMPLETE" : "ROLLBACK_COMPLETE", region };
      return xml("ExecuteChangeSet");
    }
    for (const vault of newVaults) resources[vault] = { rows: 0, isProtected: true };
    stacks[name] = {
      status: template ? "UPDATE_COMPLETE" : "CREATE_COMPLETE",
      region,
      template: proposed,
      ...(policy && { policy }),
      parameters,
      outputs: {
        DistributionDomain: distributionDomain,
        OriginSecretArn: originSecretArn,
        SiteBucket: siteBucket,
      },
    };
    return xml("ExecuteChangeSet");
  },
  UpdateStack: (account, { input }) => {
    const name = nameOf(input.StackName);
    const before = account.stacks[name];
    if (!before?.template)
      return { status: 400, body: errorXml("ValidationError", `${name} does not exist`) };
    const template = uploadedTemplate(account, input.TemplateURL);
    account.stacks[name] = { ...before, status: "UPDATE_COMPLETE", template };
    return xml("UpdateStack", tags({ StackId: stackId(name) }));
  },
  DeleteStack: ({ stacks, deleted }, { input }) => {
    const name = nameOf(input.StackName);
    const stack = stacks[name];
    if (stack) deleted[name] = stack;
    delete stacks[name];
    return xml("DeleteStack");
  },
  DescribeStackEvents: () => xml("DescribeStackEvents", list("StackEvents", [])),
  UpdateTerminationProtection: () => xml("UpdateTerminationProtection"),

  Invoke: ({ stacks }, { path }) => {
    const [, name = ""] = /functions\/(.+)\/invocations/.exec(path) ?? [];
    const all = Object.entries(stacks).flatMap(([stack, { functions = {} }]) =>
      Object.entries(functions).map(([id, result]): [string, object] => [`${stack}-${id}`, result]),
    );
    const body = new Map(all).get(name);
    if (!body) return notFound("ResourceNotFoundException", 404);
    return { body, ...("errorMessage" in body && { headers: { "x-amz-function-error": "Unhandled" } }) };
  },
  GetAccountSettings: ({ concurrency }) => ({
    body: { AccountLimit: { ConcurrentExecutions: concurrency } },
  }),
  GetAccount: ({ mail }) => ({ body: mail }),
  GetEmailIdentity: ({ identities }, { path }) => {
    const identity = identities[path.split("/").at(-1) ?? ""];
    return identity ? { body: identity } : notFound("NotFoundException", 404);
  },
  DescribeCertificate: ({ certificates }, { input: { CertificateArn = "" } }) => {
    const certificate = certificates[CertificateArn];
    return certificate
      ? { body: { Certificate: { CertificateArn, ...certificate } } }
      : notFound("ResourceNotFoundException");
  },

  DescribeAlarms: ({ alarms }, { input: { AlarmNamePrefix = "" } }) => ({
    body: {
      MetricAlarms: Object.entries(alarms)
        .filter(([AlarmName]) => AlarmName.startsWith(AlarmNamePrefix))
        .map(([AlarmName, StateValue]) => ({ AlarmName, StateValue })),
    },
  }),
};
