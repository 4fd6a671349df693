import type { TestProject } from "vitest/node";
import { build } from "../../ops/start/build.ts";

/** Builds what has changed before tests that run the product or its template, and sets CLOUD_ASSEMBLY. */
export default async function setup(project: TestProject): Promise<void> {
  // Three quarters of a synthesis. infra/checks/templates.test.ts applies the same rules.
  process.env.CDK_VALIDATION = "false";
  const buildProduct = async () => {
    process.env.CLOUD_ASSEMBLY = await build({
      root: process.cwd(),
      directory: ".local",
      dev: false,
      log: console.info,
      signal: new AbortController().signal,
    });
  };
  await buildProduct();
  project.onTestsRerun(buildProduct);
}
