/** EventBridge's default bus: rules that send the events they match to their targets. */
import type { Template } from "../template/template.ts";
import type { Deliver } from "./deliveries.ts";
import { matchesPattern, type Pattern } from "./event-pattern.ts";

interface Target {
  Arn: string;
  Input?: string;
  InputPath?: string;
  InputTransformer?: unknown;
  DeadLetterConfig?: { Arn: string };
}

interface RuleProperties {
  EventBusName?: string;
  EventPattern?: Pattern;
  State?: string;
  Targets?: Target[];
}

/** Answers how to put an event on the bus. Throws for rules of a kind that does not run here. */
export function openEventBus(template: Template, deliver: Deliver, log: (line: string) => void) {
  const rules = template
    .all<RuleProperties>("AWS::Events::Rule")
    .filter(({ properties }) => properties.State !== "DISABLED");
  for (const { id, properties } of rules) {
    if (!properties.EventPattern) throw new Error(`${id}: only rules with an event pattern run here.`);
    if (!/^(.*[:/])?default$/.test(properties.EventBusName ?? "default"))
      throw new Error(`${id}: only the default event bus runs here.`);
    if (properties.Targets?.some((one) => one.Input ?? one.InputPath ?? one.InputTransformer))
      throw new Error(`${id}: a target gets the event as it is here.`);
  }

  async function send(ruleArn: string, target: Target, body: string): Promise<void> {
    const sender = { service: "events.amazonaws.com", sourceArn: ruleArn };
    try {
      await deliver(sender, target.Arn, body);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`An event was not delivered: ${reason}`);
      if (!target.DeadLetterConfig) return;
      await deliver(sender, target.DeadLetterConfig.Arn, body, {
        RULE_ARN: ruleArn,
        TARGET_ARN: target.Arn,
        ERROR_MESSAGE: reason,
      });
    }
  }

  return async (event: Record<string, unknown>): Promise<void> => {
    const sent = rules
      .filter(({ properties }) => properties.EventPattern && matchesPattern(properties.EventPattern, event))
      .flatMap(({ arn, properties }) =>
        (properties.Targets ?? []).map((target) => send(arn ?? "", target, JSON.stringify(event))),
      );
    for (const outcome of await Promise.allSettled(sent))
      if (outcome.status === "rejected") log(`An event was lost: ${String(outcome.reason)}`);
  };
}
