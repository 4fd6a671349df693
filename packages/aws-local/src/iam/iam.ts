/** IAM policy evaluation: an explicit deny wins, and nothing is allowed by default. */
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
  /** Set for statements of an AWS managed policy. */
  managed?: true;
}

export interface PolicyDocument {
  Statement: OneOrMany<Statement>;
}

export interface Permission {
  action: string;
  resource: string;
  context?: Context;
}

export type PolicyDecision = "allowed" | "explicitDeny" | "implicitDeny";

interface RoleProperties {
  AssumeRolePolicyDocument: PolicyDocument;
  Policies?: { PolicyDocument: PolicyDocument }[];
  ManagedPolicyArns?: string[];
}

/** The actions of AWS managed policies, by the last part of their ARN. */
const managedPolicies = new Map([
  ["AWSLambdaBasicExecutionRole", ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"]],
]);

function managedStatement(policyArn: string): Statement {
  const Action = managedPolicies.get(policyArn.split("/").at(-1) ?? "");
  if (!Action) throw new Error(`the managed policy ${policyArn} is not supported`);
  return { Effect: "Allow", Action, Resource: "*", managed: true };
}

export function roleStatements(template: Template, roleName: string): Statement[] {
  const role = template.find<RoleProperties>("AWS::IAM::Role", roleName);
  if (!role) throw new Error(`the template has no role ${roleName}`);
  const attached = template
    .all<{ Roles?: string[]; PolicyDocument: PolicyDocument }>("AWS::IAM::Policy")
    .filter(({ properties }) => properties.Roles?.includes(role.name))
    .map(({ properties }) => properties);
  const { Policies = [], ManagedPolicyArns = [] } = role.properties;
  return [
    ...[...Policies, ...attached].flatMap(({ PolicyDocument }) => asArray(PolicyDocument.Statement)),
    ...ManagedPolicyArns.map(managedStatement),
  ];
}

/** Whether a service, such as `lambda.amazonaws.com`, may assume the role. */
export function trusts(template: Template, roleName: string, service: string, context: Context): boolean {
  const role = template.find<RoleProperties>("AWS::IAM::Role", roleName);
  const statements = asArray(role?.properties.AssumeRolePolicyDocument.Statement).map((statement) => {
    return { ...statement, Resource: "*" };
  });
  const permission = { action: "sts:AssumeRole", resource: "*", context };
  return evaluate(forService(statements, service), permission) === "allowed";
}

export const forService = (statements: Statement[], service: string): Statement[] =>
  statements.filter(({ Principal }) => {
    if (Principal === undefined || typeof Principal === "string") return Principal === "*";
    return (
      asArray(Principal.Service).some((name) => name === service || name === "*") || Principal.AWS === "*"
    );
  });

type PolicyType = "AWS::SQS::QueuePolicy" | "AWS::S3::BucketPolicy";

export const resourceStatements = (template: Template, type: PolicyType, ref: string): Statement[] =>
  template
    .all<{ Queues?: string[]; Bucket?: string; PolicyDocument: PolicyDocument }>(type)
    .filter(({ properties: { Queues, Bucket } }) => [...(Queues ?? []), Bucket].includes(ref))
    .flatMap(({ properties }) => asArray(properties.PolicyDocument.Statement));

interface LambdaPermission {
  Action: string;
  FunctionName: string;
  Principal: string;
  SourceArn?: string;
  SourceAccount?: string;
}

/** Whether a Lambda permission lets a service call a function. `sourceArn` is a rule, a user pool or a route. */
export function canInvoke(template: Template, service: string, functionArn: string, sourceArn: string) {
  const name = template.find<unknown>("AWS::Lambda::Function", functionArn)?.name;
  return template
    .all<LambdaPermission>("AWS::Lambda::Permission")
    .map(({ properties }) => properties)
    .filter(({ FunctionName }) => [functionArn, name].includes(FunctionName))
    .some(
      ({ Action, Principal, SourceArn = "*", SourceAccount = ACCOUNT }) =>
        matches(Action, "lambda:InvokeFunction", { ignoreCase: true }) &&
        Principal === service &&
        matches(SourceArn, sourceArn) &&
        SourceAccount === ACCOUNT,
    );
}

export function requireInvokePermission(...invocation: Parameters<typeof canInvoke>): void {
  const [, service, functionArn, sourceArn] = invocation;
  if (!canInvoke(...invocation))
    throw new Error(`No Lambda permission lets ${service} call ${functionArn} for ${sourceArn}.`);
}

export function evaluate(statements: Statement[], permission: Permission): PolicyDecision {
  const { action, resource, context = {} } = permission;
  const applicable = statements.filter(({ Action, NotAction, Resource, NotResource, Condition }) => {
    if (NotAction ?? NotResource) throw new Error("NotAction and NotResource are not supported");
    return (
      asArray(Action).some((pattern) => matches(pattern, action, { ignoreCase: true })) &&
      asArray(Resource).some((pattern) => matches(pattern, resource)) &&
      conditionsHold(Condition, context)
    );
  });
  if (applicable.some(({ Effect }) => Effect === "Deny")) return "explicitDeny";
  return applicable.length > 0 ? "allowed" : "implicitDeny";
}

export const asArray = <Value>(value: OneOrMany<Value> | undefined): Value[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
