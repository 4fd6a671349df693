import type { Page } from "playwright-core";
import type { Screen } from "./screen.ts";

const abortRequests = (page: Page) => page.route("**/api/v1/**", (route) => route.abort());

/** Without a response of the server. */
export const failureScreens: Screen[] = [
  {
    name: "clients, failed",
    path: "/clients",
    open: abortRequests,
    ready: "An error occurred while fetching clients",
  },
  { name: "dashboard, failed", path: "", ready: "An error occurred while fetching data" },
  { name: "settings, failed", path: "/settings", ready: "Try again" },
];
