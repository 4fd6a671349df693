import { type RunOptions, source } from "axe-core";
import type { Page } from "playwright-core";

type Axe = typeof import("axe-core");

/** The only rules whose result depends on the colour scheme. */
const colourRules = ["color-contrast", "link-in-text-block"];

type Rules = {
  tags?: string[];
  only?: "colours";
  /** The selector of the only part to check. */
  within?: string;
};

/** The rules of the back-office: WCAG 2.2 AA and best practice. */
export const wcag22 = { tags: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };

/** The violations that axe finds, each with its elements. */
export async function violationsOf(page: Page, { tags, only, within }: Rules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const values = only ? colourRules : tags;
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(values && { runOnly: { type: only ? "rule" : "tag", values } }),
  };
  // The preview of an email runs no script, so axe cannot run in it.
  const context = { exclude: [["iframe[sandbox]"]], ...(within && { include: [[within]] }) };
  return page.evaluate(
    async ([context, options]) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(context, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
    },
    [context, options] as const,
  );
}
