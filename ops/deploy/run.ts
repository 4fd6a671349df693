import { spawn } from "node:child_process";

type Environment = Record<string, string>;

/** Runs a program in this terminal. @throws Error when it fails; the program has printed the reason */
export function run(program: string, args: string[], env: Environment = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`\nThis step failed: ${args.slice(0, 3).join(" ")}`)),
    );
  });
}

/** The CDK CLI of the lockfile's version. */
export const cdk = (args: string[], env: Environment) =>
  run(process.execPath, ["node_modules/aws-cdk/bin/cdk", ...args], env);

export function throwIfAny(problem: string, reasons: string[]): void {
  if (reasons.length > 0)
    throw new Error(`${problem}:\n${reasons.map((reason) => `  ${reason}`).join("\n")}`);
}
