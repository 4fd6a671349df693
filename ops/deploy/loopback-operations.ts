/** What the loopback AWS answers, each operation as its API reference documents it. */
import type { Asked, LoopbackStack, Reply, World } from "./loopback-world.ts";

const xml = (operation: string, inner = ""): Reply => ({
  body: `<${operation}Response xmlns="https://aws.example/doc/"><${operation}Result>${inner}</${operation}Result></${operation}Response>`,
});
export const errorXml = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
const list = (name: string, members: string[]) =>
  `<${name}>${members.map((member) => `<member>${member}</member>`).join("")}</${name}>`;
const tags = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${name}>`)
    .join("");
const notThere = (code: string, status = 400): Reply => ({ status, body: { __type: code, message: "none" } });

/** The outputs of whatever is deployed here. */
export const webAclArn = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/1";
export const siteBucket = "mwamba-dev-websitebucket";
export const distributionDomain = "d111111abcdef8.cloudfront.net";
const at = "2026-11-01T00:00:00Z";
const stackId = (name = "") =>
  `arn:aws:cloudformation:eu-west-1:111122223333:stack/${name.split("/")[1] ?? name}/1`;
const nameOf = (StackName = "") =>
  StackName.startsWith("arn:") ? (StackName.split("/")[1] ?? "") : StackName;

function stackXml(name: string, { status, outputs = {}, parameters = {} }: LoopbackStack): string {
  const given = Object.keys(parameters).map((ParameterKey) => tags({ ParameterKey, ParameterValue: "****" }));
  const members = Object.entries(outputs).map(([OutputKey, OutputValue]) => tags({ OutputKey, OutputValue }));
  const about = tags({ StackName: name, StackId: stackId(name), CreationTime: at, StackStatus: status });
  return `${about}${list("Outputs", members)}${list("Parameters", given)}`;
}

/** The parameters of a change set: those it names, and those it keeps. */
function parametersOf(input: Record<string, string>, before: LoopbackStack): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 1; input[`Parameters.member.${at}.ParameterKey`]; at += 1) {
    const name = input[`Parameters.member.${at}.ParameterKey`] ?? "";
    const kept = input[`Parameters.member.${at}.UsePreviousValue`] === "true";
    const value = kept ? before.parameters?.[name] : input[`Parameters.member.${at}.ParameterValue`];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** What a change set's address of a template leads to, among the uploads. */
function uploaded({ objects }: World, address = ""): object {
  const found = objects[new URL(address).pathname];
  if (!found) throw new Error(`Nothing was uploaded to ${address}.`);
  return JSON.parse(found.toString());
}

export const operations: Record<string, (world: World, asked: Asked) => Reply> = {
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
  GetParameter: ({ stacks }) => ({
    body: { Parameter: { Name: "version", Value: stacks.CDKToolkit?.outputs?.BootstrapVersion } },
  }),

  DescribeStacks: ({ stacks }, { input }) => {
    const name = nameOf(input.StackName);
    const stack = stacks[name];
    if (stack) return xml("DescribeStacks", list("Stacks", [stackXml(name, stack)]));
    return { status: 400, body: errorXml("ValidationError", `Stack with id ${name} does not exist`) };
  },
  ListStackResources: ({ stacks }, { input: { StackName = "" } }) => {
    const about = { LogicalResourceId: "Identity", ResourceType: "AWS::SES::EmailIdentity" };
    const state = { ResourceStatus: "CREATE_COMPLETE", LastUpdatedTimestamp: at };
    const members = (stacks[StackName]?.identities ?? []).map((PhysicalResourceId) =>
      tags({ PhysicalResourceId, ...about, ...state }),
    );
    return xml("ListStackResources", list("StackResourceSummaries", members));
  },
  GetTemplate: ({ stacks }, { input }) =>
    xml(
      "GetTemplate",
      tags({ TemplateBody: JSON.stringify(stacks[nameOf(input.StackName)]?.template ?? {}) }),
    ),

  CreateChangeSet: (world, { input }) => {
    const { StackName = "", ChangeSetName = "", TemplateURL } = input;
    const before = world.stacks[StackName] ?? { status: "REVIEW_IN_PROGRESS" };
    const parameters = parametersOf(input, before);
    world.stacks[StackName] = { ...before, proposed: uploaded(world, TemplateURL), parameters };
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
  ExecuteChangeSet: ({ stacks }, { input }) => {
    const name = nameOf(input.StackName);
    const { proposed, template, parameters = {} } = stacks[name] ?? {};
    if (!proposed) return { status: 400, body: errorXml("ChangeSetNotFound", name) };
    stacks[name] = {
      status: template ? "UPDATE_COMPLETE" : "CREATE_COMPLETE",
      template: proposed,
      parameters,
      outputs: { WebAclArn: webAclArn, DistributionDomain: distributionDomain, SiteBucket: siteBucket },
    };
    return xml("ExecuteChangeSet");
  },
  DeleteStack: ({ stacks }, { input }) => {
    delete stacks[nameOf(input.StackName)];
    return xml("DeleteStack");
  },
  DescribeStackEvents: () => xml("DescribeStackEvents", list("StackEvents", [])),
  UpdateTerminationProtection: () => xml("UpdateTerminationProtection"),

  GetAccountSettings: ({ concurrency }) => ({
    body: { AccountLimit: { ConcurrentExecutions: concurrency } },
  }),
  GetAccount: ({ mail }) => ({ body: mail }),
  GetEmailIdentity: ({ identities }, { path }) => {
    const found = identities[path.split("/").at(-1) ?? ""];
    return found ? { body: found } : notThere("NotFoundException", 404);
  },
  DescribeCertificate: ({ certificates }, { input: { CertificateArn = "" } }) => {
    const found = certificates[CertificateArn];
    return found
      ? { body: { Certificate: { CertificateArn, ...found } } }
      : notThere("ResourceNotFoundException");
  },

  "S3 PUT": (world, { path, body, headers }) => {
    world.objects[path] = body;
    world.headers[path] = headers;
    return { body: "" };
  },
  "S3 PUTcopy": (world, { path, headers }) => {
    const source = decodeURIComponent(`/${headers["x-amz-copy-source"]}`);
    if (!world.objects[source]) return { status: 404, body: errorXml("NoSuchKey", source) };
    // S3 refuses a copy onto itself that keeps its metadata; one that replaces it keeps none of what stood.
    if (source === path && headers["x-amz-metadata-directive"] !== "REPLACE")
      return { status: 400, body: errorXml("InvalidRequest", "This copy request is illegal") };
    world.headers[path] = headers;
    return { body: `<CopyObjectResult>${tags({ ETag: "1", LastModified: at })}</CopyObjectResult>` };
  },
  "S3 GETtagging": ({ headers }, { path }) => {
    const given = [...new URLSearchParams(headers[path]?.["x-amz-tagging"])];
    const set = given.map(([Key, Value]) => `<Tag>${tags({ Key, Value })}</Tag>`).join("");
    return { body: `<Tagging><TagSet>${set}</TagSet></Tagging>` };
  },
  // What is larger than five megabytes goes up in parts, which nobody here reads again.
  "S3 POSTuploads": () => ({
    body: `<InitiateMultipartUploadResult>${tags({ UploadId: "1" })}</InitiateMultipartUploadResult>`,
  }),
  "S3 PUTpartNumber": () => ({ body: "" }),
  "S3 POSTuploadId": () => ({ body: "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>" }),
  "S3 HEAD": ({ objects, headers }, { path }) => {
    const { "content-type": type = "binary/octet-stream", "cache-control": caching } = headers[path] ?? {};
    const about = { "content-type": type, ...(caching && { "cache-control": caching }) };
    return { status: objects[path] ? 200 : 404, body: "", headers: about };
  },
  "S3 GETlist-type": ({ objects }, { path, input: { prefix = "" } }) => {
    const start = `${path.replace(/\/$/, "")}/`;
    const keys = Object.keys(objects).filter((key) => key.startsWith(start + prefix));
    const contents = keys.map((key) => `<Contents>${tags({ Key: key.slice(start.length) })}</Contents>`);
    return { body: `<ListBucketResult>${contents.join("")}</ListBucketResult>` };
  },
  "S3 GETlocation": () => ({ body: "<LocationConstraint>eu-west-1</LocationConstraint>" }),
  "S3 GETencryption": () => ({
    status: 404,
    body: errorXml("ServerSideEncryptionConfigurationNotFoundError", "none"),
  }),
};
