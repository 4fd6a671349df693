import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { navigate } from "../../test/browser/admin-browser.ts";
import { measureAmounts } from "../../test/browser/amounts-on-screen.ts";
import { violationsOf, wcag22 } from "../../test/browser/axe.ts";
import { overlappingText } from "../../test/browser/overlapping-text.ts";
import { tooManyPairs } from "../../test/browser/pairs-on-screen.ts";
import { unformattedText } from "../../test/browser/unformatted-text.ts";
import { cardWidths, dialog, type Screen } from "./screen.ts";

const HEIGHT = 900;
const PHONE = 360;
const DESKTOP = 1440;
const IN_DIALOG = "[role=dialog], [role=dialog] *, [role=alert] *";
const SETTLE_TRIES = 10;
const SETTLE_MS = 300;

/** The problems of each screen at these widths, in one page that is loaded once. */
export async function walk(
  page: Page,
  screens: readonly Screen[],
  widths: readonly number[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const screen of screens) {
    await openScreen(page, screen);
    const problemsOfScreen = screen.printed
      ? await problemsInPrint(page)
      : await problemsOnScreen(page, screen, widths);
    problems.push(...problemsOfScreen.map((problem) => `${screen.name}, ${problem}`));
  }
  return problems;
}

export async function openScreen(page: Page, screen: Screen): Promise<void> {
  // Closes a dialog that has no address.
  if (screen.path !== undefined) await page.keyboard.press("Escape");
  await page.setViewportSize({ width: screen.widths?.[0] ?? DESKTOP, height: HEIGHT });
  if (screen.path !== undefined) await navigate(page, `/admin${screen.path}`);
  await screen.open?.(page);
  // The buttons of a row under the mouse cover the end of the row.
  await page.mouse.move(0, 0);
  const ready = page.locator("main, [role=dialog]").getByText(screen.ready);
  await ready.filter({ visible: true }).first().waitFor();
}

async function problemsOnScreen(page: Page, screen: Screen, allWidths: readonly number[]): Promise<string[]> {
  const { amounts: least = 0 } = screen;
  // A screen of cards is opened only where rows are cards.
  const widths = screen.widths === cardWidths ? cardWidths : allWidths;
  const problems: string[] = [];
  const add = (texts: string[], where: string) =>
    problems.push(...texts.map((problem) => `${where}: ${problem}`));
  const forAxe = await widthsForAxe(page, screen);
  // The colours of the page below a dialog are checked on its own screen.
  const isDialog = (await dialog(page).count()) > 0;
  const rules = { ...wcag22, ...(isDialog && { contrastOf: IN_DIALOG }) };
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    const layout = async () => {
      const measured = await measureAmounts(page);
      const problems = [
        ...measured.problems,
        ...(await page.evaluate(overlappingText)),
        ...(await page.evaluate(tooManyPairs)),
      ];
      const { amounts } = measured;
      return amounts < least ? [`only ${amounts} amounts`, ...problems] : problems;
    };
    add(await settled(page, layout), `${width} pixels`);
    if (!forAxe.includes(width)) continue;
    // The colours are checked once in each scheme: light at the first width, dark at the last.
    const isFirst = width === forAxe[0];
    const light = isFirst ? rules : ({ ...rules, withoutColours: true } as const);
    add(await settled(page, () => violationsOf(page, light)), `${width} pixels`);
    if (width !== forAxe.at(-1)) continue;
    await setColorScheme(page, "dark");
    add(
      await settled(page, () => violationsOf(page, { ...rules, only: "colours" })),
      `${width} pixels, dark`,
    );
    await setColorScheme(page, "light");
  }
  problems.push(...(await page.evaluate(unformattedText)), ...(await page.evaluate(reachableBehindDialog)));
  if (!isDialog) problems.push(...(await printedControls(page)));
  return problems;
}

/** The page behind a dialog can neither be reached nor heard. */
const reachableBehindDialog = (): string[] => {
  const isReachable =
    document.querySelector("[aria-modal=true]") && !document.querySelector("main")?.closest("[inert]");
  return isReachable ? ["the page behind the dialog is not inert"] : [];
};

/**
 * A list has cards on a phone and a table with the sidebar on a desktop. Other screens and dialogs have the same parts at
 * every width.
 */
async function widthsForAxe(page: Page, { hasKnownParts, widths }: Screen) {
  if (hasKnownParts) return [];
  const both = [PHONE, DESKTOP].filter((width) => widths?.includes(width) ?? true);
  const isList =
    (await page.getByRole("table").count()) > 0 && (await page.getByRole("dialog").count()) === 0;
  return isList ? both : both.slice(0, 1);
}

/** The dark scheme must not apply to print, and paper has nothing to press or to search with. */
async function problemsInPrint(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const problems = [...(await violationsOf(page, { only: "colours" })), ...(await controlsInPrint(page))];
  await page.emulateMedia({ media: null, colorScheme: "light" });
  return problems.map((problem) => `printed: ${problem}`);
}

async function printedControls(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  const controls = await controlsInPrint(page);
  await page.emulateMedia({ media: null });
  return controls.map((control) => `printed: ${control}`);
}

const controlsInPrint = (page: Page) =>
  page.evaluate(() => {
    const controls = "button:not(.printed), nav, [type=search], [type=date], .action, .mantine-Button-root";
    return [...document.querySelectorAll(`#content :is(${controls})`)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => control.getAttribute("aria-label") ?? control.textContent);
  });

async function setColorScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}

/** The problems that remain once data and layout have settled. */
async function settled(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  await waitTwoFrames(page);
  let problems = await look();
  for (let tries = 0; problems.length > 0 && tries < SETTLE_TRIES; tries += 1) {
    await wait(SETTLE_MS);
    problems = await look();
  }
  return problems;
}

/** Waits two frames: React follows the new width, then the browser lays it out. */
const waitTwoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
