import type { Page } from "playwright-core";
import { follow } from "../../test/browser/admin-browser.ts";
import type { Screen } from "./screen.ts";

const api = "**/api/v1/**";
const abortRequests = (page: Page) => page.route(api, (route) => route.abort());
const unknownClient = "/clients/00000000-0000-4000-8000-000000000000";

export const failureScreens: Screen[] = [
  {
    name: "list without a response",
    open: async (page) => {
      await abortRequests(page);
      await follow(page, "Money", "Received");
    },
    ready: "An error occurred while fetching payments",
  },
  { name: "dashboard without a response", path: "", ready: "An error occurred while fetching data" },
  { name: "settings without a response", path: "/settings", ready: "Load the settings again" },
  {
    name: "unknown client",
    path: unknownClient,
    open: (page) => page.unroute(api),
    ready: "Client not found",
  },
  { name: "statement of an unknown client", path: `${unknownClient}/statement`, ready: "Client not found" },
  {
    name: "unknown import",
    path: "/imports/00000000-0000-4000-8000-000000000000",
    ready: "That import does not exist.",
  },
];
