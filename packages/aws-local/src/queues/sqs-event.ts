import * as z from "zod";

export interface Message {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  MD5OfMessageAttributes?: string;
  Attributes?: Record<string, string>;
  MessageAttributes?: Record<string, { DataType: string; StringValue?: string; BinaryValue?: string }>;
}

/** Lambda's event for a batch of messages: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
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
          stringListValues: [],
          binaryListValues: [],
          dataType: DataType,
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

const BatchResponse = z.nullish(
  z.object({ batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.string() }))) }),
);

/**
 * The ids of the messages that a function reports as failed. An empty result or list is success; a malformed result,
 * or an id that is not in the batch, fails the whole batch.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedMessages(result: unknown, batch: Message[]): Set<string> {
  const all = new Set(batch.map(({ MessageId }) => MessageId));
  const { success, data } = BatchResponse.safeParse(result);
  const failed = new Set(data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  return success && failed.isSubsetOf(all) ? failed : all;
}
