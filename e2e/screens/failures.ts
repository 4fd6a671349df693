import type { Page } from "playwright-core";
import type { Screen } from "./screen.ts";

/** From now on the server does not respond. */
const abortRequests = (page: Page) => page.route("**/api/v1/**", (route) => route.abort());

const unknownClient = "/clients/00000000-0000-4000-8000-000000000000";

export const failureScreens: Screen[] = [
  { name: "unknown client", path: unknownClient, ready: "Client not found" },
  { name: "statement of an unknown client", path: `${unknownClient}/statement`, ready: "Client not found" },
  {
    name: "clients, failed",
    path: "/clients",
    open: abortRequests,
    ready: "An error occurred while fetching clients",
  },
  { name: "dashboard, failed", path: "", ready: "An error occurred while fetching data" },
  { name: "settings, failed", path: "/settings", ready: "Try again" },
];
