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
export function sqsEvent(batch: Message[], queueArn: string) {
  return {
    Records: batch.map((message) => ({
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: message.Attributes ?? {},
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, attribute]) => [
          name,
          {
            ...(attribute.StringValue === undefined ? {} : { stringValue: attribute.StringValue }),
            ...(attribute.BinaryValue === undefined ? {} : { binaryValue: attribute.BinaryValue }),
            stringListValues: [],
            binaryListValues: [],
            dataType: attribute.DataType,
          },
        ]),
      ),
      ...(message.MD5OfMessageAttributes ? { md5OfMessageAttributes: message.MD5OfMessageAttributes } : {}),
      md5OfBody: message.MD5OfBody,
      eventSource: "aws:sqs",
      eventSourceARN: queueArn,
      awsRegion: queueArn.split(":")[3] ?? "",
    })),
  };
}

/**
 * Which messages of a batch failed, by the answer of a function that reports batch item failures. No answer and an
 * empty list are success; a malformed answer, or an identifier that is not in the batch, fails the whole batch.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedMessages(answer: unknown, batch: Message[]): Set<string> {
  const all = new Set(batch.map((message) => message.MessageId));
  if (answer === null || answer === undefined) return new Set();
  if (typeof answer !== "object" || Array.isArray(answer)) return all;
  const failures: unknown = "batchItemFailures" in answer ? answer.batchItemFailures : undefined;
  if (failures === null || failures === undefined) return new Set();
  if (!Array.isArray(failures)) return all;
  const failed = new Set<string>();
  for (const failure of failures) {
    const id: unknown = failure?.itemIdentifier;
    if (typeof id !== "string" || !all.has(id)) return all;
    failed.add(id);
  }
  return failed;
}
