import type { Locator, Page } from "playwright-core";

/** A screen in one state. */
export type Screen = {
  name: string;
  /** The path below `/admin`, with its query. Without it the screen continues from the previous one. */
  path?: string;
  /** Brings the page into the state. */
  open?: (page: Page) => Promise<unknown>;
  /** A text of the screen that shows that it is ready. */
  ready: string | RegExp;
  /** The least number of amounts on it, so that nothing is measured too early. */
  amounts?: number;
  /** The widths that it is opened and checked with axe at; its layout is checked at all, or only where rows are cards. */
  widths?: readonly number[];
  /** Only its layout is checked: axe checks its parts on another screen. */
  hasKnownParts?: true;
  /** Checks the colours of the printed page only. */
  printed?: true;
};

/** A phone, cards beside the rail, the narrowest table beside the rail, a small laptop, and the sidebar. */
export const everyWidth = [360, 768, 1024, 1280, 1440] as const;
export const fewWidths = [360, 1440] as const;
/** Rows are cards at these widths (frontend/admin/components/ui/use-narrow.ts). */
export const cardWidths = [360, 768] as const;
/** The navigation is in a drawer at these widths. */
export const drawerWidths = [360, 768, 1024] as const;

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).first();
export const dialog = (page: Page) => page.getByRole("dialog");

/** Opens the sheet of the first row whose name contains the text. */
export const openRow = (name: string) => (page: Page) =>
  button(page, new RegExp(`^Details of ${name}`)).click();

/** Chooses a CSV file of these lines. */
export const chooseCsv = (page: Page, label: string, ...lines: string[]) =>
  page
    .getByLabel(label)
    .setInputFiles({ name: "file.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
