import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = ".github/workflows";

describe.each(readdirSync(folder))("the workflow %s", (file) => {
  const text = readFileSync(`${folder}/${file}`, "utf8");

  test("runs only actions that nobody can change afterwards", () => {
    const actions = [...text.matchAll(/uses: *(\S+)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  test("keeps no keys, and starts from reading alone", () => {
    expect(text).not.toContain("secrets.");
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  });
});
