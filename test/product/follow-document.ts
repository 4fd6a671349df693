import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { omit } from "../../shared/omit.ts";
import type { Product } from "./product.ts";

/** The commands of a section of docs/operations.md, by its title. */
export function commandsOf(title: string): string[] {
  const sections = readFileSync("docs/operations.md", "utf8").split(/^##+ /m);
  const section = sections.find((section) => section.startsWith(`${title}\n`)) ?? "";
  const blocks = [...section.matchAll(/```sh\n([^`]+)```/g)];
  const commands = blocks.flatMap(([, block = ""]) => block.trim().split("\n"));
  if (commands.length === 0) throw new Error(`The section “${title}” has no commands.`);
  return commands;
}

/** Runs a command on the product as an engineer does who has set up the shell, and confirms with the stage's name. */
export function runCommand(
  { awsEndpoint }: Product,
  command: string,
): Promise<{ code: number; output: string }> {
  const env = omit(process.env, "VITEST", "NODE_OPTIONS");
  const aws = {
    AWS_REGION: "eu-west-1",
    AWS_ENDPOINT_URL: awsEndpoint,
    AWS_ACCESS_KEY_ID: "LOCALADMIN",
    AWS_SECRET_ACCESS_KEY: "local",
  };
  return new Promise((resolve) => {
    const child = execFile("bash", ["-c", command], { env: { ...env, ...aws } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    child.stdin?.end("prod\n");
  });
}

/** Runs every command of a section as it stands there, but for the time in the example. Returns what they print. */
export async function followSection(product: Product, title: string, moment?: string): Promise<string> {
  let output = "";
  for (const command of commandsOf(title)) {
    const done = await runCommand(product, moment ? command.replace("2026-12-24T09:00", moment) : command);
    expect(done.code, done.output).toBe(0);
    output += done.output;
  }
  return output;
}
