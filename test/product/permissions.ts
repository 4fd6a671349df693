import { permissionFaults, type UnusedGrantException } from "aws-local";
import type { TestProject, Vitest } from "vitest/node";
import { addResult } from "../runner/run-summary.ts";
import { collectPermissions } from "./permission-records.ts";

/** Permissions that no test can use, and why they are granted. */
const exceptions: UnusedGrantException[] = [
  {
    functionId: /^(MessagesMessageSend|RemindersSend|BillingBillingJob|PaybillPaybillJob)/,
    action: "sqs:GetQueueUrl",
    resource: /:(MessagesQueue|RemindersEmails|BillingQueue|PaybillQueue)/,
    reason: "The CDK grants it to all who read a queue; Lambda needs only the address it has.",
  },
  {
    functionId: /^(MessagesMessageSend|BillingBillingJob|PaybillPaybillJob)/,
    action: "sqs:ChangeMessageVisibility",
    resource: /:(MessagesQueue|BillingQueue|PaybillQueue)/,
    reason: "The CDK grants it to all who read a queue; a failed message waits as long as the queue says.",
  },
  {
    functionId: /^PaybillPaybill(Job|Pull)/,
    action: "sqs:SendMessage",
    resource: /:BillingQueue/,
    reason:
      "For what has no time left: a payment of more charges than one transaction holds waits for people.",
  },
  {
    functionId: /^(Reminders(Sweep|Delivery)|OutboxOutboxSweep)/,
    action: "sqs:SendMessage",
    resource: /:Reminders(DeadLetters|ShortFailures)/,
    reason:
      "Lambda writes there what failed three times in six hours; aws-local does the same without a call.",
  },
  {
    functionId: /^(PaybillPaybill(Job|Pull)|ApiReminders|RemindersSweep)/,
    action: "dynamodb:Query",
    resource: /DataCharges\w*$/,
    rare: true,
    reason: "What somebody changed meanwhile, or what is refused, is decided again with closed charges.",
  },
  {
    functionId: /^RemindersSweep/,
    action: "dynamodb:BatchGetItem",
    resource: /DataAccounts/,
    rare: true,
    reason: "On AWS the index lags behind what the run has just written.",
  },
  {
    functionId: /^ApiSamples/,
    action: "dynamodb:PutItem",
    resource: /DataCharges/,
    rare: true,
    reason: "A payment of removed charges can have paid others too, which are open again then.",
  },
  {
    functionId: /^ApiClients/,
    action: "dynamodb:DeleteItem",
    resource: /DataCharges/,
    rare: true,
    reason:
      "For periods that an undone payment had paid ahead, if its undo was interrupted: the next change of the account removes them.",
  },
  ...(
    [
      ["dynamodb:PutItem", /DataPapers/],
      ["sqs:SendMessage", /InvoicingNumbers/],
    ] as const
  ).map(([action, resource]) => ({
    functionId: /^ApiPeople/,
    action,
    resource,
    rare: true as const,
    reason: "What an erasure finds unwritten of a client is written first, and can need an invoice.",
  })),
  ...["sqs:GetQueueUrl", "sqs:ChangeMessageVisibility", "sqs:SendMessage"].map((action) => ({
    functionId: /^InvoicingNumberPapers/,
    action,
    resource: /:InvoicingNumbers/,
    rare: true as const,
    reason: "The CDK grants the first two to all who read a queue; a run whose time is over wakes the next.",
  })),
  ...(
    [
      ["dynamodb:PutItem", /DataOutbox/],
      ["sqs:SendMessage", /:BillingQueue/],
    ] as const
  ).map(([action, resource]) => ({
    functionId: /^ApiPeople/,
    action,
    resource,
    reason:
      "For a person with more charges than one transaction takes. The tests erase such a client by its own route.",
  })),
  ...["sqs:GetQueueAttributes", "sqs:GetQueueUrl"].map((action) => ({
    functionId: /^(Reminders(Sweep|Delivery)|RetentionRetain|OutboxOutboxSweep|PaybillPaybillPull)/,
    action,
    resource: /:Reminders(DeadLetters|ShortFailures)/,
    reason: "The CDK grants it to all who may write to a queue.",
  })),
];

/** The test projects that run the product. */
const projects = ["integration", "browser"];

/**
 * Fails if a call of a function was refused and, after a complete run, if a permission was not used.
 */
export default function setup({ vitest }: TestProject) {
  const collected = collectPermissions();
  return async () => {
    const records = collected();
    const refused = records.flatMap(({ calls }) => calls).filter(({ allowed }) => !allowed);
    if (refused.length > 0)
      fail(
        refused
          .map(
            ({ functionId, action, resource }) =>
              `${functionId} has no permission for ${action} on ${resource}.`,
          )
          .concat(
            "Add it in infra/table-uses.ts (functions of the API), or in the construct of the function.",
          ),
      );
    if (!(await isComplete(vitest))) return;
    const faults = permissionFaults(records, exceptions);
    if (faults.length > 0) fail(["The functions' roles are not exact:", ...faults]);
  };
}

/** After the end of the tests, so that no reporter sees it. */
function fail(sentences: string[]): never {
  addResult("failures", `FAILED after the tests: ${sentences.join("\n  ")}`);
  throw new Error(sentences.join("\n  "));
}

async function isComplete(vitest: Vitest): Promise<boolean> {
  const ran = new Set(
    vitest.state
      .getTestModules()
      .filter((module) => module.state() === "passed")
      .map(({ project, moduleId }) => `${project.name} ${moduleId}`),
  );
  const declared = (await vitest.globTestSpecifications()).filter(({ project }) =>
    projects.includes(project.name),
  );
  return (
    vitest.config.testNamePattern === undefined &&
    projects.every((name) => declared.some(({ project }) => project.name === name)) &&
    declared.every(({ project, moduleId }) => ran.has(`${project.name} ${moduleId}`))
  );
}
