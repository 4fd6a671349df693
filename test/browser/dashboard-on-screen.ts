import type { Page } from "playwright-core";

export const checklist = (page: Page) => page.getByRole("list", { name: "Checklist" });
