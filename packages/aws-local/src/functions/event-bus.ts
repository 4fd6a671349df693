/** EventBridge's default bus: rules that send the events they match to their targets. */
import * as z from "zod";
import { messageOf } from "../aws-error.ts";
import { readAll, type Template } from "../template/template.ts";
import type { Deliver } from "./deliveries.ts";

/**
 * Fields and the values they may have. Comparisons such as `prefix` do not run here.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export interface Pattern {
  [field: string]: Pattern | unknown[];
}

/** Throws for a comparison. */
export function matchesPattern(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, wanted]) => {
    const value = Object(event)[field];
    if (!Array.isArray(wanted)) return value !== undefined && matchesPattern(wanted, value);
    const comparison = wanted.find((one) => one !== null && typeof one === "object");
    if (comparison || field.startsWith("$"))
      throw new Error(`The event pattern's ${JSON.stringify(comparison ?? field)} does not run here.`);
    return wanted.some((one) => [value].flat().includes(one));
  });
}

/** What of AWS::Events::Rule runs here: events come to their targets as they are. */
const Rule = z.object({
  EventBusName: z.undefined().optional(),
  EventPattern: z.custom<Pattern>((value) => typeof value === "object"),
  State: z.string().optional(),
  Targets: z
    .array(
      z.strictObject({
        Id: z.string(),
        Arn: z.string(),
        DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
      }),
    )
    .default([]),
});
type Target = z.infer<typeof Rule>["Targets"][number];

/** Answers how to put an event on the bus. Throws for rules of a kind that does not run here. */
export function openEventBus(template: Template, deliver: Deliver, log: (line: string) => void) {
  const rules = readAll(template, "AWS::Events::Rule", Rule).filter(
    ({ properties }) => properties.State !== "DISABLED",
  );

  async function send(ruleArn: string, { Arn, DeadLetterConfig }: Target, body: string): Promise<void> {
    const sender = { service: "events.amazonaws.com", sourceArn: ruleArn };
    try {
      await deliver(sender, Arn, body);
    } catch (error) {
      const reason = messageOf(error);
      log(`An event was not delivered: ${reason}`);
      const attributes = { RULE_ARN: ruleArn, TARGET_ARN: Arn, ERROR_MESSAGE: reason };
      if (DeadLetterConfig) await deliver(sender, DeadLetterConfig.Arn, body, attributes);
    }
  }

  return async (event: Record<string, unknown>): Promise<void> => {
    const sent = rules
      .filter(({ properties }) => matchesPattern(properties.EventPattern, event))
      .flatMap(({ arn = "", properties: { Targets } }) =>
        Targets.map((target) => send(arn, target, JSON.stringify(event))),
      );
    for (const outcome of await Promise.allSettled(sent))
      if (outcome.status === "rejected") log(`An event was lost: ${String(outcome.reason)}`);
  };
}
