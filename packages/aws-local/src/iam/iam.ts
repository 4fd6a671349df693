/** May this role, or this service, do that? As IAM decides it: an explicit deny wins, nothing is allowed by itself. */
import { ACCOUNT } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type Condition, type Context, conditionsHold, matches } from "./conditions.ts";

type OneOrMany<Value> = Value | Value[];

export interface Statement {
  Effect: "Allow" | "Deny";
  Action?: OneOrMany<string>;
  NotAction?: unknown;
  Resource?: OneOrMany<string>;
  NotResource?: unknown;
  Principal?: string | Record<string, OneOrMany<string>>;
  Condition?: Condition;
  /** Of a policy that AWS wrote. */
  managed?: true;
}

export interface PolicyDocument {
  Statement: OneOrMany<Statement>;
}

/** One thing that somebody wants to do to one resource. */
export interface Permission {
  action: string;
  resource: string;
  context?: Context;
}

export type Verdict = "allowed" | "explicitly denied" | "not allowed";

interface RoleProperties {
  AssumeRolePolicyDocument: PolicyDocument;
  Policies?: { PolicyDocument: PolicyDocument }[];
  ManagedPolicyArns?: string[];
}

const logging = ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"];

/** What AWS's own policies allow, by the last part of their name, as published in the managed policy reference. */
const managedPolicies = new Map([["AWSLambdaBasicExecutionRole", logging]]);

function managedStatement(policyArn: string): Statement {
  const Action = managedPolicies.get(policyArn.split("/").at(-1) ?? "");
  if (!Action) throw new Error(`the managed policy ${policyArn} does not run here`);
  return { Effect: "Allow", Action, Resource: "*", managed: true };
}

/** All statements of a role's identity policies: inline, attached by the template, and managed by AWS. */
export function roleStatements(template: Template, roleName: string): Statement[] {
  const role = template.find<RoleProperties>("AWS::IAM::Role", roleName);
  if (!role) throw new Error(`the template has no role ${roleName}`);
  const attached = template
    .all<{ Roles?: string[]; PolicyDocument: PolicyDocument }>("AWS::IAM::Policy")
    .filter(({ properties }) => properties.Roles?.includes(role.name))
    .map(({ properties }) => properties);
  const { Policies = [], ManagedPolicyArns = [] } = role.properties;
  return [
    ...[...Policies, ...attached].flatMap(({ PolicyDocument }) => list(PolicyDocument.Statement)),
    ...ManagedPolicyArns.map(managedStatement),
  ];
}

/** Whether the role may be taken on by a service, such as `lambda.amazonaws.com`. */
export function trusts(template: Template, roleName: string, service: string, context: Context): boolean {
  const role = template.find<RoleProperties>("AWS::IAM::Role", roleName);
  const statements = list(role?.properties.AssumeRolePolicyDocument.Statement).map((one) => {
    return { ...one, Resource: "*" };
  });
  const permission = { action: "sts:AssumeRole", resource: "*", context };
  return judge(ofService(statements, service), permission) === "allowed";
}

/** The statements of a resource's policy that speak of this service. */
export const ofService = (statements: Statement[], service: string): Statement[] =>
  statements.filter(({ Principal }) => {
    if (Principal === undefined || typeof Principal === "string") return Principal === "*";
    return list(Principal.Service).some((name) => name === service || name === "*") || Principal.AWS === "*";
  });

/** The statements of all policies that a template attaches to one queue or bucket. */
export const resourceStatements = (
  template: Template,
  type: "AWS::SQS::QueuePolicy" | "AWS::S3::BucketPolicy",
  ref: string,
): Statement[] =>
  template
    .all<{ Queues?: string[]; Bucket?: string; PolicyDocument: PolicyDocument }>(type)
    .filter(({ properties: { Queues, Bucket } }) => [...(Queues ?? []), Bucket].includes(ref))
    .flatMap(({ properties }) => list(properties.PolicyDocument.Statement));

interface LambdaPermission {
  Action: string;
  FunctionName: string;
  Principal: string;
  SourceArn?: string;
  SourceAccount?: string;
}

/** Whether a function lets a service call it; `sourceArn` is what it calls on behalf of: a rule, a pool, a route. */
export function mayInvoke(
  template: Template,
  service: string,
  functionArn: string,
  sourceArn: string,
): boolean {
  const name = template.find<unknown>("AWS::Lambda::Function", functionArn)?.name;
  return template
    .all<LambdaPermission>("AWS::Lambda::Permission")
    .map(({ properties }) => properties)
    .filter(({ FunctionName }) => [functionArn, name].includes(FunctionName))
    .some(
      ({ Action, Principal, SourceArn = "*", SourceAccount = ACCOUNT }) =>
        matches(Action, "lambda:InvokeFunction", true) &&
        Principal === service &&
        matches(SourceArn, sourceArn, false) &&
        SourceAccount === ACCOUNT,
    );
}

export function judge(statements: Statement[], { action, resource, context = {} }: Permission): Verdict {
  const applying = statements.filter(({ Action, NotAction, Resource, NotResource, Condition }) => {
    if (NotAction ?? NotResource) throw new Error("NotAction and NotResource do not run here");
    return (
      list(Action).some((pattern) => matches(pattern, action, true)) &&
      list(Resource).some((pattern) => matches(pattern, resource, false)) &&
      conditionsHold(Condition, context)
    );
  });
  if (applying.some(({ Effect }) => Effect === "Deny")) return "explicitly denied";
  return applying.length > 0 ? "allowed" : "not allowed";
}

export const list = <Value>(value: OneOrMany<Value> | undefined): Value[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
