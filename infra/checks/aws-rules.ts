import { createRequire } from "node:module";
import type { Template } from "./template.ts";

type Diagnostic = { ruleId: string; message: string; entity?: { logicalId?: string }; propertyPath?: string };
type Validator = {
  RegoEngine: new () => {
    validateTemplate(template: object, config: object): { diagnostics: Diagnostic[] };
  };
  TemplateContent: new (content: string) => object;
};

// The CDK brings the package along, and validates with another engine of it, which skips rules beside a reference.
const cdk = createRequire(createRequire(import.meta.url).resolve("aws-cdk-lib/package.json"));
const { RegoEngine, TemplateContent } = cdk("@aws/cloudformation-validate") as Validator;
const engine = new RegoEngine();

/** A dependency named twice harms nobody; the CDK does it with each function's role. */
const harmless = ["W3005"];

/** What AWS's own rules have against a template in a region, warnings included. */
export const awsRules = (template: Template, region = "eu-west-1"): string[] =>
  engine
    .validateTemplate(new TemplateContent(JSON.stringify(template)), {
      severityLevel: "WARN",
      exclude: { ids: harmless },
      pseudoParameterOverrides: { region },
    })
    .diagnostics.map(
      ({ ruleId, message, entity, propertyPath }) =>
        `${entity?.logicalId ?? "the template"}: ${message} (${ruleId}, ${propertyPath ?? "as a whole"})`,
    );
