import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { variable } from "../platform/environment.ts";

const sqs = new SQSClient({
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** Queues a stored message, to be mailed to the company. */
export async function enqueue(id: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: variable("MESSAGE_QUEUE"), MessageBody: id }));
}
