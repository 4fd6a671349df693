/** May this role, or this service, do that? As IAM decides it: an explicit deny wins, nothing is allowed by itself. */

import type { Template } from "../template/template.ts";
import { type Context, conditionsHold, matches } from "./conditions.ts";
import { managedStatements } from "./managed-policies.ts";
import type { OneOrMany, PolicyDocument, Statement } from "./statement.ts";

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

/** All statements of a role's identity policies: inline, attached by the template, and managed by AWS. */
export function roleStatements(template: Template, roleName: string): Statement[] {
  const role = template.find<RoleProperties>("AWS::IAM::Role", roleName);
  if (!role) throw new Error(`the template has no role ${roleName}`);
  const attached = template
    .all<{ Roles?: string[]; PolicyDocument: PolicyDocument }>("AWS::IAM::Policy")
    .filter(({ properties }) => properties.Roles?.includes(role.name));
  const documents = [
    ...(role.properties.Policies ?? []).map((policy) => policy.PolicyDocument),
    ...attached.map(({ properties }) => properties.PolicyDocument),
  ];
  const managed = (role.properties.ManagedPolicyArns ?? []).flatMap(managedStatements);
  return [...documents.flatMap((document) => list(document.Statement)), ...managed];
}

/** Whether the role may be taken on by a service, such as `lambda.amazonaws.com`. */
export function trusts(template: Template, roleName: string, service: string, context: Context): boolean {
  const role = template.find<RoleProperties>("AWS::IAM::Role", roleName);
  if (!role) return false;
  const statements = list(role.properties.AssumeRolePolicyDocument.Statement).map((statement) => ({
    ...statement,
    Resource: "*",
  }));
  const permission = { action: "sts:AssumeRole", resource: "*", context };
  return judge(ofService(statements, service), permission) === "allowed";
}

/** The statements of a resource's policy that speak of this service. */
export function ofService(statements: Statement[], service: string): Statement[] {
  return statements.filter(({ Principal }) => {
    if (Principal === "*") return true;
    if (Principal === undefined || typeof Principal === "string") return false;
    return list(Principal.Service).some((name) => name === service || name === "*") || Principal.AWS === "*";
  });
}

/** The statements of all policies that a template attaches to one queue or bucket. */
export function resourceStatements(
  template: Template,
  type: "AWS::SQS::QueuePolicy" | "AWS::S3::BucketPolicy",
  ref: string,
): Statement[] {
  return template
    .all<{ Queues?: string[]; Bucket?: string; PolicyDocument: PolicyDocument }>(type)
    .filter(({ properties: { Queues, Bucket } }) => [...(Queues ?? []), Bucket].includes(ref))
    .flatMap(({ properties }) => list(properties.PolicyDocument.Statement));
}

export function judge(statements: Statement[], { action, resource, context = {} }: Permission): Verdict {
  const applying = statements.filter(
    (statement) =>
      covers(statement.Action, statement.NotAction, action, true) &&
      covers(statement.Resource, statement.NotResource, resource, false) &&
      conditionsHold(statement.Condition, context),
  );
  if (applying.some(({ Effect }) => Effect === "Deny")) return "explicitly denied";
  return applying.length > 0 ? "allowed" : "not allowed";
}

function covers(
  patterns: OneOrMany<string> | undefined,
  exceptions: OneOrMany<string> | undefined,
  value: string,
  ignoreCase: boolean,
): boolean {
  const covered = (pattern: string) => matches(pattern, value, ignoreCase);
  return exceptions === undefined ? list(patterns).some(covered) : !list(exceptions).some(covered);
}

export function list<Value>(value: OneOrMany<Value> | undefined): Value[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
