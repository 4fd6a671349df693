/** Events sent from one service to a function or queue, and the permission that the sender needs. */
import * as iam from "../iam/iam.ts";
import { ACCOUNT } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";

/** A service and the resource it sends for; `roleArn` if it assumes a role. */
export interface Sender {
  service: string;
  sourceArn: string;
  roleArn?: string;
}

export interface DeliveryOptions {
  template: Template;
  /** Sends an event to a function; resolves once it is accepted. */
  invoke(functionArn: string, event: unknown): unknown;
  enqueue(queueName: string, body: string, attributes: Record<string, string>): Promise<unknown>;
}

export type Deliver = ReturnType<typeof openDeliveries>;

export function openDeliveries({ template, invoke, enqueue }: DeliveryOptions) {
  /** The sender's role or the target's policy must allow the action, and neither may deny it. */
  function requirePermission(sender: Sender, action: string, resource: string, policy: iam.Statement[]) {
    const { service, sourceArn, roleArn } = sender;
    const context = {
      "aws:SecureTransport": "true",
      "aws:SourceArn": sourceArn,
      "aws:SourceAccount": ACCOUNT,
    };
    const identityStatements = roleArn === undefined ? [] : iam.roleStatements(template, roleArn);
    const decisions = [identityStatements, iam.forService(policy, service)].map((statements) =>
      iam.evaluate(statements, { action, resource, context }),
    );
    if (!decisions.includes("allowed") || decisions.includes("explicitDeny"))
      throw new Error(`${roleArn ?? service} may not ${action} on ${resource}.`);
  }

  /** Sends `body` (JSON) to a function or queue and returns its response. Throws if the sender has no permission. */
  return async (sender: Sender, targetArn: string, body: string, attributes: Record<string, string> = {}) => {
    const { service, sourceArn, roleArn } = sender;
    const [, , targetService, , , name = ""] = targetArn.split(":");
    if (targetService === "lambda") {
      if (roleArn !== undefined) requirePermission(sender, "lambda:InvokeFunction", targetArn, []);
      else iam.requireInvokePermission(template, service, targetArn, sourceArn);
      return invoke(targetArn, JSON.parse(body));
    }
    if (targetService !== "sqs") throw new Error(`The target ${targetArn} is not supported.`);
    const queue = template.find<unknown>("AWS::SQS::Queue", targetArn);
    if (!queue) throw new Error(`The template has no queue ${targetArn}.`);
    const url = template.resolve({ Ref: queue.id }) as string;
    const queueStatements = iam.resourceStatements(template, "AWS::SQS::QueuePolicy", url);
    requirePermission(sender, "sqs:SendMessage", targetArn, queueStatements);
    return enqueue(name, body, attributes);
  };
}
