import { type RunOptions, type Spec, source } from "axe-core";
import type { Page } from "playwright-core";
import { ownRules } from "./axe-rules.ts";

type Axe = typeof import("axe-core");

/** The only rules whose result depends on the colour scheme. */
const colourRules = ["color-contrast", "link-in-text-block"];

type Rules = {
  tags?: string[];
  only?: "colours";
  /** Leaves out the rules whose result depends on the colour scheme, which take most of the time. */
  withoutColours?: true;
  /** The selector of the only part to check. */
  within?: string;
  /** The selector of the only elements whose contrast is checked. */
  contrastOf?: string;
};

const withoutColourRules = Object.fromEntries(colourRules.map((id) => [id, { enabled: false }]));
/** WCAG 2.5.3. Axe leaves it out, as it is experimental. */
const labelInName = { "label-content-name-mismatch": { enabled: true } };

/** The rules of the back-office: WCAG 2.2 AA and best practice. */
export const wcag22 = { tags: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };

/**
 * Axe keeps each private field of each colour in a weak map, and parses the same few colours again and again. Properties
 * and a cache halve its time.
 */
const fastSource = `
  class Fields {
    key = Symbol();
    has(holder) { return this.key in holder; }
    get(holder) { return holder[this.key]; }
    set(holder, value) { holder[this.key] = value; }
  }
  ${source.replaceAll("= new WeakMap()", "= new Fields()")}`;
type Colour = { r: number; g: number; b: number; alpha: number; parseString(text: string): Colour };
type Colours = { Color: new () => Colour; getContrast(a: Colour, b: Colour): number };
/** In the page, once its source has run there. */
declare const axe: Axe & { commons: { color: Colours } };

function rememberColours(): void {
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Pick<Colour, "r" | "g" | "b" | "alpha">>();
  prototype.parseString = function (text: string) {
    const parsed = known.get(text);
    if (parsed) return Object.assign(this, parsed);
    parseString.call(this, text);
    const { r, g, b, alpha } = this;
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** WCAG 1.4.3, which axe does not check for placeholders. */
function palePlaceholders(): string[] {
  const { Color, getContrast } = axe.commons.color;
  const inputs = document.querySelectorAll<HTMLElement>(":is(input, textarea):placeholder-shown");
  return [...inputs].flatMap((input) => {
    const colours: Colour[] = [];
    for (let element: Element | null = input; element; element = element.parentElement)
      colours.push(new Color().parseString(getComputedStyle(element).backgroundColor));
    const text = new Color().parseString(getComputedStyle(input, "::placeholder").color);
    const background = colours.find(({ alpha }) => alpha === 1);
    const isPale = background !== undefined && getContrast(background, text) < 4.5;
    return isPale && input.checkVisibility() ? [`placeholder-contrast: ${input.outerHTML}`] : [];
  });
}

/** The violations that axe finds, each with its elements. */
export async function violationsOf(
  page: Page,
  { tags, only, withoutColours, within, contrastOf = "*" }: Rules = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(fastSource);
    await page.evaluate(rememberColours);
    await page.evaluate((own) => axe.configure(own as unknown as Spec), ownRules);
  }
  const values = only ? colourRules : tags;
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(values && { runOnly: { type: only ? "rule" : "tag", values } }),
    ...(!only && { rules: { ...labelInName, ...(withoutColours && withoutColourRules) } }),
  };
  // The preview of an email runs no script, so axe cannot run in it.
  const context = { exclude: [["iframe[sandbox]"]], ...(within && { include: [[within]] }) };
  const pale = withoutColours ? [] : await page.evaluate(palePlaceholders);
  const violations = await page.evaluate(
    async ([context, options, selector]) => {
      axe.configure({ rules: [{ id: "color-contrast", selector }] });
      const { violations } = await axe.run(context, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
    },
    [context, options, contrastOf] as const,
  );
  return [...pale, ...violations];
}
