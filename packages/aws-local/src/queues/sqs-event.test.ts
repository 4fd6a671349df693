import { expect, test } from "vitest";
import { failedMessages } from "./sqs-event.ts";

const batch = ["1", "2"].map((MessageId) => ({ MessageId, ReceiptHandle: "r", Body: "", MD5OfBody: "" }));
const failing = (...ids: unknown[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

// From https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html .
test.each([
  ["nothing", undefined, []],
  ["null", null, []],
  ["an empty object", {}, []],
  ["an empty list", failing(), []],
  ["a null list", { batchItemFailures: null }, []],
  ["one message", failing("2"), ["2"]],
  ["text", "done", ["1", "2"]],
  ["a list of the wrong type", { batchItemFailures: "1" }, ["1", "2"]],
  ["an unknown message", failing("1", "3"), ["1", "2"]],
  ["an empty identifier", failing(""), ["1", "2"]],
  ["a null identifier", failing(null), ["1", "2"]],
  ["a wrong key", { batchItemFailures: [{ messageId: "1" }] }, ["1", "2"]],
  ["a null failure", { batchItemFailures: [null] }, ["1", "2"]],
])("returning %s fails %j%j", (_, result, failed) => {
  expect([...failedMessages(result, batch)]).toEqual(failed);
});
