import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

test("the package has one entry", async () => {
  const entry = await import(manifest.name);
  expect(Object.keys(entry).sort()).toEqual(["StoredShapeError", "permissionFaults", "startEnvironment"]);
  for (const path of ["src/environment.ts", "src/index.ts", "package.json"])
    expect(() => import.meta.resolve(`${manifest.name}/${path}`)).toThrow(
      expect.objectContaining({ code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }),
    );
});
