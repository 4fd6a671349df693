import type { TestProject } from "vitest/node";
import { build } from "../ops/start/build.ts";

/** Before the tests that run the product or its template: builds what has changed, and says where it lies. */
export default async function setup(project: TestProject): Promise<void> {
  const make = async () => {
    process.env.CLOUD_ASSEMBLY = await build({
      root: process.cwd(),
      directory: ".local",
      dev: false,
      log: console.info,
      signal: new AbortController().signal,
    });
  };
  await make();
  project.onTestsRerun(make);
}
