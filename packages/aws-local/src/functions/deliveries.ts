/** Events on their way from one service to another: who sends them, may they, and where they arrive. */

import type { Statement } from "../iam/iam.ts";
import {
  judge,
  mayInvoke,
  ofService,
  type Permission,
  resourceStatements,
  roleStatements,
} from "../iam/iam.ts";
import { ACCOUNT } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";

/** The service that sends, and what for; with a role where it takes one on. */
export interface Sender {
  service: string;
  sourceArn: string;
  roleArn?: string;
}

export interface DeliveryOptions {
  template: Template;
  /** Hands an event to a function; resolves once it is accepted. */
  invoke(functionArn: string, event: unknown): unknown;
  enqueue(queueName: string, body: string, attributes: Record<string, string>): Promise<unknown>;
}

/** Sends `body` (JSON) to a function or queue; answers what the function's side said. */
export type Deliver = (
  sender: Sender,
  targetArn: string,
  body: string,
  attributes?: Record<string, string>,
) => Promise<unknown>;

/** The answer throws a sentence when the sender may not do that. */
export function openDeliveries(options: DeliveryOptions): Deliver {
  const { template } = options;

  /** Either side may allow it, neither may deny it. */
  function require(sender: Sender, permission: Permission, targetStatements: Statement[]) {
    const context = {
      "aws:SecureTransport": "true",
      "aws:SourceArn": sender.sourceArn,
      "aws:SourceAccount": ACCOUNT,
    };
    const own = sender.roleArn === undefined ? [] : roleStatements(template, sender.roleArn);
    const verdicts = [own, ofService(targetStatements, sender.service)].map((statements) =>
      judge(statements, { ...permission, context }),
    );
    if (verdicts.includes("allowed") && !verdicts.includes("explicitly denied")) return;
    throw new Error(
      `${sender.roleArn ?? sender.service} may not ${permission.action} on ${permission.resource}.`,
    );
  }

  return async (sender, targetArn, body, attributes = {}) => {
    const [, , service, , , name = ""] = targetArn.split(":");
    if (service === "lambda") {
      const permission = { action: "lambda:InvokeFunction", resource: targetArn };
      if (sender.roleArn !== undefined) require(sender, permission, []);
      else if (!mayInvoke(template, sender.service, targetArn, sender.sourceArn))
        throw new Error(
          `No Lambda permission lets ${sender.service} call ${targetArn} for ${sender.sourceArn}.`,
        );
      return options.invoke(targetArn, JSON.parse(body));
    }
    if (service === "sqs") {
      const queue = template.find<unknown>("AWS::SQS::Queue", targetArn);
      if (!queue) throw new Error(`The template has no queue ${targetArn}.`);
      const url = template.resolve({ Ref: queue.id }) as string;
      require(sender, { action: "sqs:SendMessage", resource: targetArn }, resourceStatements(
        template,
        "AWS::SQS::QueuePolicy",
        url,
      ));
      return options.enqueue(name, body, attributes);
    }
    throw new Error(`${targetArn} is no target that runs here.`);
  };
}
