import { App, type Environment } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { ProductStack } from "../stack.ts";
import { stageOf } from "../stages.ts";
import type { Template } from "./template.ts";

/** The template of a stage, as `cdk synth --strict` with this context writes it: a warning is an error. */
export function synthesize(context: Record<string, string>, env?: Environment): Template {
  const app = new App({ context: { ...recommendedFlags, ...context } });
  const stage = stageOf(app);
  const stack = new ProductStack(app, `Mwamba-${stage.name}`, { stage, ...(env && { env }) });
  const { messages, template } = app.synth().getStackArtifact(stack.artifactId);
  const complaints = messages.filter(({ level }) => level !== "info");
  if (complaints.length > 0)
    throw new Error(complaints.map(({ id, entry }) => `${id}: ${entry.data}`).join("\n"));
  return template;
}
