import type { App } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";

/** A construct that breaks a rule of AWS's packs. */
export type Finding = { rule: string; path: string; sentence: string };

/** What cdk-nag's packs for serverless applications and for solutions find in an application. */
export const findings = (app: App): Finding[] =>
  [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
    .flatMap((pack) => pack.validateScope(app).violations)
    .flatMap(({ ruleName: rule, description, violatingResources }) =>
      violatingResources.map(({ constructPath: path = "" }) => ({
        rule,
        // Without the stack's name, which differs by stage, and without the resource inside a construct.
        path: path.replace(/^[^/]+\/|\/Resource$/g, ""),
        sentence: `${path}: ${description} (${rule})`,
      })),
    );
