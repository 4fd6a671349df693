import { App } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { refusePlaceholders } from "../frontend/site/placeholders.ts";
import { ProductStack } from "./stack.ts";
import { stageOf } from "./stages.ts";

// A project that starts today wants today's behaviour of every construct.
const app = new App({ context: recommendedFlags });
const stage = stageOf(app);
if (stage.name === "prod" && app.node.tryGetContext("allowPlaceholders") !== "true") refusePlaceholders();
new ProductStack(app, `Mwamba-${stage.name}`, { stage });
