/** Bundles, site and cloud assembly, made again only when what they are made of has changed. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runTool } from "./build-tools.ts";
import { contentHash } from "./content-hash.ts";

export interface BuildOptions {
  /** The package's folder. */
  root: string;
  /** Where the assembly and the record of what was built are kept. */
  directory: string;
  /** Leaves the site to a dev server. */
  dev: boolean;
  log(line: string): void;
  signal: AbortSignal;
}

type Step = "functions" | "site" | "assembly";

/** What each step reads. An assembly holds what the other two have made. */
const sources = {
  functions: ["shared", "lambdas", "infra", "package-lock.json"],
  site: ["shared", "frontend", "vite.config.ts", "package-lock.json"],
  assembly: ["shared", "infra", "cdk.json", "package-lock.json"],
};

/** Answers the assembly's directory. @throws Error with one sentence for the person at the terminal */
export async function build({ root, directory, dev, log, signal }: BuildOptions): Promise<string> {
  const assembly = join(directory, "assembly");
  const record = join(directory, "built.json");
  const built = await readRecord(record);
  const hash = {
    functions: await contentHash(root, sources.functions),
    site: await contentHash(root, sources.site),
    assembly: await contentHash(root, sources.assembly),
  };
  const have = existsSync(join(root, "build"));
  const stale = {
    functions: !have || built.functions !== hash.functions,
    // A dev server serves the site as it is; the assembly only needs that there is one.
    site: !have || (dev ? built.site === undefined : built.site !== hash.site),
  };
  const remember = async (step: Step, value: string) => {
    built[step] = value;
    await mkdir(directory, { recursive: true });
    await writeFile(record, JSON.stringify(built, null, 2));
  };

  const make = async (step: "functions" | "site") => {
    if (!stale[step]) return;
    log(`Building the ${step}…`);
    await runTool({
      root,
      what: `The build of the ${step}`,
      command: ["npm", "run", "--silent", `build:${step}`],
      signal,
    });
    await remember(step, hash[step]);
  };
  await Promise.all([make("functions"), make("site")]);

  const content = `${hash.assembly} ${built.functions} ${built.site}`;
  if (built.assembly === content && existsSync(join(assembly, "manifest.json"))) return assembly;
  log("Synthesizing the stack…");
  const cdk = join(root, "node_modules", "aws-cdk", "bin", "cdk");
  if (!existsSync(cdk)) throw new Error("The CDK is not installed: run npm ci first.");
  await runTool({
    root,
    what: "The synthesis of the stack",
    // The empty command stands in for that of cdk.json, which would build again.
    command: [
      ...[
        process.execPath,
        cdk,
        "synth",
        "--quiet",
        "--strict",
        "--output",
        assembly,
        "-c",
        "stage=dev",
        "--build",
        "",
      ],
    ],
    signal,
  });
  await remember("assembly", content);
  return assembly;
}

async function readRecord(path: string): Promise<Partial<Record<Step, string>>> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Partial<Record<Step, string>>;
  } catch {
    return {}; // The first time, or a record that was cut short: all is built.
  }
}
