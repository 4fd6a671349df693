import { cpus } from "node:os";

/** The last complete `npm test`; test/runner/run.ts writes it, `npm run bench house` reads it. */
export type LastTestRun = { at: string; passed: boolean; seconds: number; processorSeconds: number };

export const lastTestRun = ".local/last-test-run.json";

/** Processor seconds of the whole machine since it started. */
export const processorSeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1000, 0);
