/** The template's queues. */

import { ACCOUNT, REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { openQueues, type Queues } from "./queues.ts";

export interface QueueService extends Queues {
  /** Puts a message on a queue in a service's name. */
  send(queueName: string, body: string, attributes: Record<string, string>): Promise<unknown>;
}

export async function openQueueService(
  template: Template,
  place: { directory?: string },
): Promise<QueueService> {
  const declared = template
    .all<Record<string, unknown>>("AWS::SQS::Queue")
    .map(({ name, properties }) => ({ name, props: properties }));
  const queues = await openQueues({ region: REGION, account: ACCOUNT, queues: declared, ...place });
  return {
    ...queues,
    send: (queueName, MessageBody, attributes) =>
      queues.call("SendMessage", {
        QueueUrl: queues.url(queueName),
        MessageBody,
        MessageAttributes: Object.fromEntries(
          Object.entries(attributes).map(([name, StringValue]) => [
            name,
            { DataType: "String", StringValue },
          ]),
        ),
      }),
  };
}
