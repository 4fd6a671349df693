import * as z from "zod";

/** A message as SQS's ReceiveMessage gives it. */
export interface Message {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  MD5OfMessageAttributes?: string;
  Attributes?: Record<string, string>;
  MessageAttributes?: Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>;
}

/**
 * The event Lambda gives a function for a batch.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
export const sqsEvent = (batch: Message[], queueArn: string) => ({
  Records: batch.map(({ MessageAttributes = {}, MD5OfMessageAttributes, ...message }) => ({
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          ...(StringValue !== undefined && { stringValue: StringValue }),
          ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
          ...{ stringListValues: [], binaryListValues: [], dataType: DataType },
        },
      ]),
    ),
    ...(MD5OfMessageAttributes && { md5OfMessageAttributes: MD5OfMessageAttributes }),
    md5OfBody: message.MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(":")[3] ?? "",
  })),
});

const Answer = z.nullish(
  z.object({ batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.string() }))) }),
);

/**
 * Which messages of a batch failed, by the answer of a function that reports batch item failures. No answer and an
 * empty list are success; a malformed answer, or an identifier that is not in the batch, fails the whole batch.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedMessages(answer: unknown, batch: Message[]): Set<string> {
  const all = new Set(batch.map(({ MessageId }) => MessageId));
  const { success, data } = Answer.safeParse(answer);
  const failed = new Set(data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return success && failed.isSubsetOf(all) ? failed : all;
}
