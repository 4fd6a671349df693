import type { RawTemplate } from "aws-local";

/** Nobody takes from a queue: what lies in it can be looked at, and no email goes out meanwhile. */
export function unattended(template: RawTemplate): RawTemplate {
  for (const { Type, Properties } of Object.values(template.Resources))
    if (Type === "AWS::Lambda::EventSourceMapping") Object.assign(Properties ?? {}, { Enabled: false });
  return template;
}
