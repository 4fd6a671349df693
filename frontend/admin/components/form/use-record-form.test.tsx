import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { backOffice } from "../../../../test/browser/dom.tsx";
import { useRecordForm } from "./use-record-form.ts";

const storedAs = (version: number, more: object = {}) => ({
  values: { name: "Amani", phone: "1", ...more },
  version,
});

async function open(first = storedAs(1)) {
  const { result, rerender, unmount } = renderHook(
    ({ stored }) => useRecordForm({ name: "client:1", stored, validate: () => ({}) }),
    { wrapper: backOffice().wrapper, initialProps: { stored: first } },
  );
  await waitFor(() => expect(result.current).not.toBeNull());
  return {
    record: () => result.current,
    values: () => result.current.form.values,
    type: (name: "name" | "phone", value: string) =>
      act(() => result.current.form.setFieldValue(name, value)),
    load: (stored: ReturnType<typeof storedAs>) => rerender({ stored }),
    leave: unmount,
  };
}

test("what was typed and not saved is there again, under the same id, until it is discarded", async () => {
  const first = await open();
  first.type("name", "Amina");
  const { id } = first.record();
  first.leave();
  const second = await open();
  expect(second.values()).toEqual({ name: "Amina", phone: "1" });
  expect(second.record()).toMatchObject({ id, restored: true, dirty: true });
  act(() => second.record().startOver());
  expect(second.values().name).toBe("Amani");
  expect(second.record().id).not.toBe(id);
  second.leave();
  expect((await open()).record()).toMatchObject({ restored: false, dirty: false });
});

test("the original values typed again leave no draft", async () => {
  const { type, leave } = await open();
  type("phone", "2");
  type("phone", "1");
  leave();
  expect((await open()).record().restored).toBe(false);
});

test("a newer version is shown as long as nothing is typed", async () => {
  const { values, record, type, load } = await open();
  load(storedAs(2, { phone: "2" }));
  expect([values().phone, record().version]).toEqual(["2", 2]);
  type("name", "Amina");
  load(storedAs(3, { phone: "3" }));
  expect([values(), record().version]).toEqual([{ name: "Amina", phone: "2" }, 2]);
});

test("what is typed continues with a newer version that has the same values", async () => {
  const { record, values, type, load } = await open();
  type("name", "Amina");
  load(storedAs(2));
  expect([values().name, record().version]).toEqual(["Amina", 2]);
});

test("with the latest version, typed fields stay and say what somebody else saved there", async () => {
  const { record, values, type } = await open();
  type("name", "Amina");
  act(() => record().takeOver(storedAs(4, { name: "Amal", phone: "4" })));
  expect([values(), record().version]).toEqual([{ name: "Amina", phone: "4" }, 4]);
  const input = record().inputs(false);
  expect(input("name", "Help").description).toBe("Somebody else saved: Amal");
  expect(input("phone", "Help").description).toBe("Help");
});
