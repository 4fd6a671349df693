import { spawn } from "node:child_process";

type Environment = Record<string, string>;

/** Runs a program with this terminal as its own. @throws Error when it fails; it has said why */
export function run(program: string, args: string[], env: Environment = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`\nIt stopped at: ${args.slice(0, 3).join(" ")}`)),
    );
  });
}

/** The CDK's command line, of the version in the lockfile. */
export const cdk = (args: string[], env: Environment) =>
  run(process.execPath, ["node_modules/aws-cdk/bin/cdk", ...args], env);

export function refuse(what: string, reasons: string[]): void {
  if (reasons.length > 0) throw new Error(`${what}:\n${reasons.map((reason) => `  ${reason}`).join("\n")}`);
}
