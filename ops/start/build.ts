/** Builds functions, site and cloud assembly, each only if its sources have changed. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runTool } from "./build-tools.ts";
import { contentHash } from "./content-hash.ts";

export interface BuildOptions {
  /** The package's folder. */
  root: string;
  /** For the assembly and the record of the last build. */
  directory: string;
  /** A dev server serves the site. */
  dev: boolean;
  log(line: string): void;
  signal: AbortSignal;
}

type Step = "functions" | "site" | "assembly";

/** The sources of each step. The assembly also contains the output of the other two. */
const sources = {
  functions: ["shared", "lambdas", "infra", "package-lock.json"],
  site: ["shared", "frontend", "vite.config.ts", "package-lock.json"],
  assembly: ["shared", "infra", "ops/start/stages.json", "cdk.json", "package-lock.json"],
};

/** The empty build command overrides cdk.json, which would build again. */
const CDK_OPTIONS = ["-c", "stage=dev", "-c", "stages=ops/start/stages.json", "--build", ""];

/** Returns the assembly's directory. @throws Error with a sentence for the terminal */
export async function build({ root, directory, dev, log, signal }: BuildOptions): Promise<string> {
  const assembly = join(directory, "assembly");
  const record = join(directory, "built.json");
  const built = await readRecord(record);
  const hash = {
    functions: await contentHash(root, sources.functions),
    site: await contentHash(root, sources.site),
    assembly: await contentHash(root, sources.assembly),
  };
  const hasBuild = existsSync(join(root, "build"));
  const needsBuild = {
    functions: !hasBuild || built.functions !== hash.functions,
    // With a dev server, the assembly needs any built site.
    site: !hasBuild || (dev ? built.site === undefined : built.site !== hash.site),
  };
  const saveRecord = async (step: Step, value: string) => {
    built[step] = value;
    await mkdir(directory, { recursive: true });
    await writeFile(record, JSON.stringify(built, null, 2));
  };

  const buildStep = async (step: "functions" | "site") => {
    if (!needsBuild[step]) return;
    log(`Building the ${step}…`);
    await runTool({
      root,
      what: `The build of the ${step}`,
      command: ["npm", "run", "--silent", `build:${step}`],
      signal,
    });
    await saveRecord(step, hash[step]);
  };
  await Promise.all([buildStep("functions"), buildStep("site")]);

  const content = `${hash.assembly} ${built.functions} ${built.site}`;
  if (built.assembly === content && existsSync(join(assembly, "manifest.json"))) return assembly;
  log("Synthesizing the stack…");
  const cdk = join(root, "node_modules", "aws-cdk", "bin", "cdk");
  if (!existsSync(cdk)) throw new Error("The CDK is not installed: run npm ci first.");
  await runTool({
    root,
    what: "The synthesis of the stack",

    command: [process.execPath, cdk, "synth", "--quiet", "--strict", "--output", assembly, ...CDK_OPTIONS],
    signal,
  });
  await saveRecord("assembly", content);
  return assembly;
}

async function readRecord(path: string): Promise<Partial<Record<Step, string>>> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Partial<Record<Step, string>>;
  } catch {
    return {}; // No record, or an incomplete one: build everything.
  }
}
