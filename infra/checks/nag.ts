import type { App } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";

/** A construct that a rule of AWS's packs would have otherwise. */
export type Finding = { rule: string; path: string; sentence: string };

/** All that cdk-nag's packs for serverless applications, and for solutions in general, have against an application. */
export const findings = (app: App): Finding[] =>
  [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
    .flatMap((pack) => pack.validateScope(app).violations)
    .flatMap(({ ruleName: rule, description, violatingResources }) =>
      violatingResources.map(({ constructPath: path = "" }) => ({
        rule,
        // Without the stack's name, which is the stage's, and the resource inside a construct.
        path: path.replace(/^[^/]+\/|\/Resource$/g, ""),
        sentence: `${path}: ${description} (${rule})`,
      })),
    );
