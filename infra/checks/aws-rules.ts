import { createRequire } from "node:module";
import type { Template } from "./template.ts";

type Diagnostic = { ruleId: string; message: string; entity?: { logicalId?: string }; propertyPath?: string };
type Engine = { validateTemplate(template: object, config: object): { diagnostics: Diagnostic[] } };
type Validator = {
  RegoEngine: new () => Engine;
  TemplateContent: new (content: string) => object;
};

// The CDK brings the package along, and validates with another engine of it, which skips rules beside a reference.
const cdk = createRequire(createRequire(import.meta.url).resolve("aws-cdk-lib/package.json"));
const validator = (): Validator => cdk("@aws/cloudformation-validate");

/** Takes a second to make, so only where a template is judged. */
let engine: Engine | undefined;

/** A dependency named twice harms nobody; the CDK does it with each function's role. */
const harmless = ["W3005"];

/** What AWS's own rules have against a template in a region, warnings included. */
export function awsRules(template: Template, region = "eu-west-1"): string[] {
  const { RegoEngine, TemplateContent } = validator();
  engine ??= new RegoEngine();
  return engine
    .validateTemplate(new TemplateContent(JSON.stringify(template)), {
      severityLevel: "WARN",
      exclude: { ids: harmless },
      pseudoParameterOverrides: { region },
    })
    .diagnostics.map(
      ({ ruleId, message, entity, propertyPath }) =>
        `${entity?.logicalId ?? "the template"}: ${message} (${ruleId}, ${propertyPath ?? "as a whole"})`,
    );
}
