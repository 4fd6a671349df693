import { type RunOptions, source } from "axe-core";
import type { Page } from "playwright-core";

type Axe = typeof import("axe-core");

/** The rules that look at colours: nothing else can differ in another colour scheme. */
const aboutColours = ["color-contrast", "link-in-text-block"];

type Rules = { tags?: string[]; only?: "colours" };

/** What the back-office keeps to: WCAG 2.2 AA, and what is good practice beyond. */
export const wcag22 = { tags: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };

/** What axe finds at fault, each with the elements it means. */
export async function violationsOf(page: Page, { tags, only }: Rules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const values = only ? aboutColours : tags;
  const options: RunOptions = {
    // Nothing else is worked out.
    resultTypes: ["violations"],
    ...(values && { runOnly: { type: only ? "rule" : "tag", values } }),
  };
  return page.evaluate(async (options) => {
    // The preview of an email runs no script, axe's neither.
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(
      { exclude: [["iframe[sandbox]"]] },
      options,
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, options);
}
