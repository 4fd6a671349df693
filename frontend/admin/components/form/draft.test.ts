import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropDraft, dropDraftsOfOthers, keepDraft, readDraft } from "./draft.ts";

const draft = (person: string) => ({
  person,
  id: "5a3b1e00-0000-4000-8000-000000000001",
  values: { name: "Typed" },
  base: { values: { name: "" }, version: 3 },
});

beforeEach(() => vi.stubGlobal("sessionStorage", storage()));
afterEach(() => vi.unstubAllGlobals());

test("only the person who typed a draft reads it again", () => {
  keepDraft("client:new", draft("ann"));
  expect(readDraft("client:new", "ann")).toEqual(draft("ann"));
  expect(readDraft("client:new", "bob")).toBeUndefined();
});

test("signing in deletes the drafts of others, signing out deletes all drafts, and nothing else", () => {
  sessionStorage.setItem("other", "kept");
  keepDraft("client:new", draft("ann"));
  keepDraft("settings", draft("bob"));
  dropDraftsOfOthers("bob");
  expect(readDraft("client:new", "ann")).toBeUndefined();
  expect(readDraft("settings", "bob")).toBeDefined();
  dropDraftsOfOthers(undefined);
  expect(readDraft("settings", "bob")).toBeUndefined();
  expect(sessionStorage.getItem("other")).toBe("kept");
});

test("without storage, or with an unreadable draft, forms start empty", () => {
  sessionStorage.setItem("draft:client:new", "{");
  expect(readDraft("client:new", "ann")).toBeUndefined();
  vi.stubGlobal("sessionStorage", undefined);
  keepDraft("client:new", draft("ann"));
  expect(readDraft("client:new", "ann")).toBeUndefined();
  dropDraft("client:new");
  dropDraftsOfOthers(undefined);
});

/** Like the browser's storage, whose items are its own properties. */
function storage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods);
}
