import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProduct } from "../../../test/product/product.ts";
import { aClient } from "../../../test/product/staffed.ts";

test("without a permission a function is refused; the log names the action, the response does not", async () => {
  const directory = mkdtempSync(join(tmpdir(), "permission-"));
  const product = await startProduct({
    directory,
    template: (template) =>
      JSON.parse(JSON.stringify(template).replaceAll("dynamodb:PutItem", "dynamodb:ListTables")),
  });
  try {
    const asStaff = product.callerFor((await product.signIn(await product.createStaff("staff"))).access);
    const { status, body } = await asStaff("POST /api/v1/clients", { body: aClient });
    expect([status, body.error]).toEqual([500, "Something went wrong on our side. Please try again."]);
    expect(body.requestId).toEqual(expect.any(String));

    const refused = product.calls().filter(({ allowed }) => !allowed);
    expect(refused.map(({ action }) => action)).toContain("dynamodb:PutItem");
    const read = () =>
      readdirSync(join(directory, "logs"))
        .map((file) => readFileSync(join(directory, "logs", file), "utf8"))
        .join("");
    // The log is written in parallel with the response.
    await expect.poll(read).toContain(body.requestId);
    const logs = read();
    expect(logs).toContain("not authorized to perform: dynamodb:PutItem");
    for (const personal of Object.values(aClient)) expect(logs).not.toContain(personal);
    expect((await asStaff("GET /api/v1/clients")).body.clients).toEqual([]);
  } finally {
    await product.stop();
    rmSync(directory, { recursive: true });
  }
});
