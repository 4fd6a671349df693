/** Whether a function lets a service call it, by the template's `AWS::Lambda::Permission`s. */

import { ACCOUNT } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { judge } from "./iam.ts";
import type { Statement } from "./statement.ts";

interface PermissionProperties {
  Action: string;
  FunctionName: string;
  Principal: string;
  SourceArn?: string;
  SourceAccount?: string;
}

/** `sourceArn` is what the service calls on behalf of: a rule, a topic, a route. */
export function mayInvoke(
  template: Template,
  service: string,
  functionArn: string,
  sourceArn: string,
): boolean {
  const name = template.find<unknown>("AWS::Lambda::Function", functionArn)?.name;
  const statements: Statement[] = template
    .all<PermissionProperties>("AWS::Lambda::Permission")
    .map(({ properties }) => properties)
    .filter(({ Principal }) => Principal === service)
    .filter(({ FunctionName }) => FunctionName === functionArn || FunctionName === name)
    .map(({ Action, SourceArn, SourceAccount }) => ({
      Effect: "Allow",
      Action,
      Resource: "*",
      Condition: {
        ...(SourceArn && { ArnLike: { "aws:SourceArn": SourceArn } }),
        ...(SourceAccount && { StringEquals: { "aws:SourceAccount": SourceAccount } }),
      },
    }));
  const context = { "aws:SourceArn": sourceArn, "aws:SourceAccount": ACCOUNT };
  return judge(statements, { action: "lambda:InvokeFunction", resource: functionArn, context }) === "allowed";
}
