import { permissionFaults, type Reserve } from "aws-local";
import type { TestProject, Vitest } from "vitest/node";
import { collectPermissions } from "./permission-records.ts";

/** What no test can use, and why it is granted all the same. */
const reserves: Reserve[] = [
  {
    functionId: /^(MessagesMessageSend|RemindersSend)/,
    action: "sqs:GetQueueUrl",
    resource: /:(MessagesQueue|RemindersOutbox)/,
    reason: "The CDK grants it to all who read a queue; Lambda needs only the address it has.",
  },
  {
    functionId: /^MessagesMessageSend/,
    action: "sqs:ChangeMessageVisibility",
    resource: /:MessagesQueue/,
    reason: "The CDK grants it to all who read a queue; a contact message waits as long as the queue says.",
  },
  {
    functionId: /^Reminders(Sweep|Delivery)/,
    action: "sqs:SendMessage",
    resource: /:RemindersDeadLetters/,
    reason: "Lambda writes there what failed three times in six hours; aws-local shows that way.",
  },
  ...["sqs:GetQueueAttributes", "sqs:GetQueueUrl"].map((action) => ({
    functionId: /^Reminders(Sweep|Delivery)/,
    action,
    resource: /:RemindersDeadLetters/,
    reason: "The CDK grants it to all who may write to a queue.",
  })),
];

/** The projects whose tests run the product. */
const running = ["integration", "browser"];

/**
 * Once all tests that run the product have passed, the functions' roles must be exact: no call was refused, and
 * every permission was used. A run of some of the tests proves nothing of that, and is not judged.
 */
export default function setup({ vitest }: TestProject) {
  const collected = collectPermissions();
  return async () => {
    const records = collected();
    if (!(await isWhole(vitest))) return;
    const faults = permissionFaults(records, reserves);
    if (faults.length > 0) throw new Error(["The functions' roles are not exact:", ...faults].join("\n  "));
  };
}

async function isWhole(vitest: Vitest): Promise<boolean> {
  const ran = new Set(
    vitest.state
      .getTestModules()
      .filter((module) => module.state() === "passed")
      .map(({ project, moduleId }) => `${project.name} ${moduleId}`),
  );
  const declared = (await vitest.globTestSpecifications()).filter(({ project }) =>
    running.includes(project.name),
  );
  return (
    vitest.config.testNamePattern === undefined &&
    running.every((name) => declared.some(({ project }) => project.name === name)) &&
    declared.every(({ project, moduleId }) => ran.has(`${project.name} ${moduleId}`))
  );
}
