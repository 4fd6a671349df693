/** Times a function's handler in a process of its own. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const requireAsLambda = `
  import { createRequire } from "node:module";
  const require = createRequire(process.execPath);
`;
const loading = (file: string) =>
  file.endsWith(".cjs") ? `require(${JSON.stringify(file)})` : `await import(${JSON.stringify(file)})`;

/** Milliseconds from before the import until the first response. */
export async function coldStart(file: string, event: unknown, env: Record<string, string>): Promise<number> {
  const script = `
    ${requireAsLambda}
    const started = performance.now();
    const { handler } = ${loading(file)};
    const answer = await handler(${JSON.stringify(event)}, {});
    const took = performance.now() - started;
    if (answer.statusCode >= 400) throw new Error(answer.body);
    console.log("took", took);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env,
  });
  return Number(/took ([\d.]+)/.exec(stdout)?.[1]);
}

/** Milliseconds that a call takes longer than one of the bare handler, with both warm in the same process. */
export async function warm(
  file: string,
  bareFile: string,
  event: unknown,
  env: Record<string, string>,
): Promise<{ p50: number; p99: number }> {
  const script = `
    ${requireAsLambda}
    const ours = ${loading(file)};
    const bare = ${loading(bareFile)};
    async function time(handler, event) {
      const started = performance.now();
      const answer = await handler(event, {});
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return performance.now() - started;
    }
    const taken = { ours: [], bare: [] };
    for (let round = 0; round < 1500; round += 1) {
      const both = [await time(ours.handler, ${JSON.stringify(event)}), await time(bare.handler, { list: true })];
      if (round < 500) continue;
      taken.ours.push(both[0]);
      taken.bare.push(both[1]);
    }
    const at = (times, part) => times.sort((a, b) => a - b)[Math.floor(times.length * part)];
    const added = (part) => at(taken.ours, part) - at(taken.bare, part);
    console.log("added", JSON.stringify({ p50: added(0.5), p99: added(0.99) }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env,
  });
  return JSON.parse(/added (.+)/.exec(stdout)?.[1] ?? "");
}
