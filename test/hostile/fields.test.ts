import { expect, test, vi } from "vitest";
import { repeated, textFields, units } from "./fields.ts";

test("every field refuses text of the maximum body length before cleaning it", () => {
  const normalize = vi.spyOn(String.prototype, "normalize");
  try {
    expect(textFields.length).toBeGreaterThan(40);
    for (const { route, path, schema, bodyWith } of textFields)
      for (const unit of units) {
        const { success } = schema.safeParse(bodyWith(repeated(unit, 64 * 1024)));
        expect([route, path, success, normalize.mock.calls.length]).toEqual([route, path, false, 0]);
      }
  } finally {
    normalize.mockRestore();
  }
});

test("fields deep inside a body are found", () => {
  const names = textFields.map(({ route, path }) => `${route} ${path}`);
  expect(names).toContain("POST /api/send-email message");
  expect(names).toContain("POST /api/v1/payments lines.0.payer");
  expect(names).toContain("POST /api/v1/emails/{email}/words/test words.subject");
});
