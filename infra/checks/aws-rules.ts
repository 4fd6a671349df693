import { createRequire } from "node:module";
import type { Template } from "./template.ts";

type Diagnostic = { ruleId: string; message: string; entity?: { logicalId?: string }; propertyPath?: string };
type Engine = { validateTemplate(template: object, config: object): { diagnostics: Diagnostic[] } };
type Validator = {
  RegoEngine: new () => Engine;
  TemplateContent: new (content: string) => object;
};

// The CDK installs this package, but uses another engine of it, which skips rules next to a reference.
const cdk = createRequire(createRequire(import.meta.url).resolve("aws-cdk-lib/package.json"));
const validator = (): Validator => cdk("@aws/cloudformation-validate");

/** Takes a second to create, so it is created on first use. */
let engine: Engine | undefined;

/** A dependency that is listed twice. The CDK writes one for each function's role. */
export const IGNORED_RULES = ["W3005"];

/** Problems that AWS's rules find in a template for a region, warnings included. */
export function awsRules(template: Template, region = "eu-west-1"): string[] {
  const { RegoEngine, TemplateContent } = validator();
  engine ??= new RegoEngine();
  return engine
    .validateTemplate(new TemplateContent(JSON.stringify(template)), {
      severityLevel: "WARN",
      exclude: { ids: IGNORED_RULES },
      pseudoParameterOverrides: { region },
    })
    .diagnostics.map(
      ({ ruleId, message, entity, propertyPath }) =>
        `${entity?.logicalId ?? "the template"}: ${message} (${ruleId}, ${propertyPath ?? "as a whole"})`,
    );
}
