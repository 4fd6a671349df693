import { App } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { ProductStack } from "./stack.ts";
import { stageOf } from "./stages.ts";

// A project that starts today wants today's behaviour of every construct.
const app = new App({ context: recommendedFlags });
const stage = stageOf(app);
new ProductStack(app, `Mwamba-${stage.name}`, { stage });
