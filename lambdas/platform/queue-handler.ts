import { BatchProcessor, EventType } from "@aws-lambda-powertools/batch";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";

/** A function that does the jobs of a queue one after another. Those that fail go back to the queue. */
export function queueHandler(attempt: (record: SQSRecord) => Promise<void>) {
  const processor = new BatchProcessor(EventType.SQS);
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    processor.register(Records, attempt, { processInParallel: false, throwOnFullBatchFailure: false });
    await processor.process();
    return processor.response();
  };
}
