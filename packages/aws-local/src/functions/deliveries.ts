/** Events on their way from one service to another: who sends them, may they, and where they arrive. */
import {
  judge,
  mayInvoke,
  ofService,
  resourceStatements,
  roleStatements,
  type Statement,
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

export type Deliver = ReturnType<typeof openDeliveries>;

export function openDeliveries({ template, invoke, enqueue }: DeliveryOptions) {
  /** Either side may allow it, neither may deny it. */
  function require(sender: Sender, action: string, resource: string, targetStatements: Statement[]) {
    const { service, sourceArn, roleArn } = sender;
    const context = {
      "aws:SecureTransport": "true",
      "aws:SourceArn": sourceArn,
      "aws:SourceAccount": ACCOUNT,
    };
    const own = roleArn === undefined ? [] : roleStatements(template, roleArn);
    const sides = [own, ofService(targetStatements, service)];
    const verdicts = sides.map((statements) => judge(statements, { action, resource, context }));
    if (!verdicts.includes("allowed") || verdicts.includes("explicitly denied"))
      throw new Error(`${roleArn ?? service} may not ${action} on ${resource}.`);
  }

  /** Sends `body` (JSON) to a function or queue, or throws a sentence when the sender may not. Answers what it said. */
  return async (
    sender: Sender,
    targetArn: string,
    body: string,
    attributes: Record<string, string> = {},
  ): Promise<unknown> => {
    const { service, sourceArn, roleArn } = sender;
    const [, , target, , , name = ""] = targetArn.split(":");
    if (target === "lambda") {
      if (roleArn !== undefined) require(sender, "lambda:InvokeFunction", targetArn, []);
      else if (!mayInvoke(template, service, targetArn, sourceArn))
        throw new Error(`No Lambda permission lets ${service} call ${targetArn} for ${sourceArn}.`);
      return invoke(targetArn, JSON.parse(body));
    }
    if (target !== "sqs") throw new Error(`${targetArn} is no target that runs here.`);
    const queue = template.find<unknown>("AWS::SQS::Queue", targetArn);
    if (!queue) throw new Error(`The template has no queue ${targetArn}.`);
    const url = template.resolve({ Ref: queue.id }) as string;
    require(sender, "sqs:SendMessage", targetArn, resourceStatements(template, "AWS::SQS::QueuePolicy", url));
    return enqueue(name, body, attributes);
  };
}
