import { App, type Environment, type Stack } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { ProductStack } from "../stack.ts";
import { stackOf } from "../stack-names.ts";
import { stageOf } from "../stages.ts";
import type { Template } from "./template.ts";

export type Synthesized = { app: App; template: Template };

/** What was synthesized before: it takes seconds, and the same context makes the same. */
const made = new Map<string, Synthesized>();

/** A stage with its constructs, as `cdk synth --strict` with this context writes it: a warning is an error. */
export function synthesized(context: Record<string, string>, env?: Environment): Synthesized {
  const key = JSON.stringify([context, env]);
  const { app, template } = made.get(key) ?? make(context, env);
  made.set(key, { app, template });
  return { app, template: structuredClone(template) };
}

function make(context: Record<string, string>, env?: Environment): Synthesized {
  const app = new App({ context: { ...recommendedFlags, ...context } });
  const stage = stageOf(app);
  return write(app, new ProductStack(app, stackOf(stage), { stage, ...(env && { env }) }));
}

/** One of the small stacks that stand in us-east-1, wherever the stage does. */
export function synthesizedBeside(make: (app: App, props: { env: Environment }) => Stack): Synthesized {
  const app = new App({ context: recommendedFlags });
  return write(app, make(app, { env: { region: "us-east-1" } }));
}

/** A stage's template alone. */
export const synthesize = (context: Record<string, string>, env?: Environment): Template =>
  synthesized(context, env).template;

function write(app: App, stack: Stack): Synthesized {
  const { messages, template } = app.synth().getStackArtifact(stack.artifactId);
  const complaints = messages.filter(({ level }) => level !== "info");
  if (complaints.length > 0)
    throw new Error(complaints.map(({ id, entry }) => `${id}: ${entry.data}`).join("\n"));
  return { app, template };
}
