import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const sqs = new SQSClient({
  requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

/** Asks for a stored message to be mailed to the company. */
export async function requestMailing(id: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: process.env.CONTACT_QUEUE, MessageBody: id }));
}
