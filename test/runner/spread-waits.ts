import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that wait for leases and retries most of the time. Side by side they would leave the machine idle. */
const waits = /\/lambdas\/reminders\/send\.(crashes|faults|random)\.test\.ts$/;
/** Of other files between two of them. */
const DISTANCE = 15;

/** Vitest's order, with the files that wait apart from each other, the first at the start of its project. */
export default class SpreadWaits extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted.filter(({ moduleId }) => waits.test(moduleId));
    const order = sorted.filter((file) => !waiting.includes(file));
    const [first] = waiting;
    const start = order.findIndex(({ project }) => project.name === first?.project.name);
    for (const [index, file] of waiting.entries())
      order.splice(Math.max(0, start) + index * (DISTANCE + 1), 0, file);
    return order;
  }
}
