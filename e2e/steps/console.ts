import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Expects that the pages have written nothing of this kind to their consoles since they were last loaded. */
export async function expectNotInConsole(pattern: RegExp, ...pages: Page[]): Promise<void> {
  for (const page of pages) {
    const texts = (await page.consoleMessages({ filter: "since-navigation" })).map((message) =>
      message.text(),
    );
    expect(texts.filter((text) => pattern.test(text))).toEqual([]);
  }
}
