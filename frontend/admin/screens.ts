import type { ComponentType } from "react";
import type { RouteKey } from "../../shared/route.ts";
import { prefetch, storedToken } from "../prefetch.ts";
import { settingsPages } from "./places.ts";
import { home } from "./session/return-path.ts";

type Load = () => Promise<{ default: ComponentType }>;
type Needs = Extract<RouteKey, `GET ${string}`>[];

/** `needs` are the requests to start before the screen has loaded. */
const screen = <L extends Load>(load: L, ...needs: Needs) => ({ load, needs });

export const frame: Load = () => import("./AdminLayout.tsx");

/** The screens by their path under `/admin`. */
export const screens = {
  "": screen(() => import("./features/dashboard/DashboardPage.tsx"), "GET /api/v1/dashboard/stats?rows=50"),
  "/clients": screen(() => import("./features/clients/ClientsPage.tsx"), "GET /api/v1/clients"),
  "/clients/import": screen(() => import("./features/import/ImportFilePage.tsx")),
  "/clients/:id": screen(() => import("./features/clients/ClientPage.tsx")),
  "/clients/:id/statement": screen(() => import("./features/account/AccountPage.tsx")),
  "/subscriptions": screen(
    () => import("./features/subscriptions/SubscriptionsPage.tsx"),
    "GET /api/v1/subscriptions",
    "GET /api/v1/clients",
  ),
  "/subscriptions/import": screen(() => import("./features/import/ImportFilePage.tsx")),
  "/money": screen(() => import("./features/money/MoneyPage.tsx"), "GET /api/v1/owed", "GET /api/v1/clients"),
  "/money/received": screen(() => import("./features/payments/PaymentsPage.tsx")),
  "/money/invoices": screen(() => import("./features/invoices/InvoicesPage.tsx")),
  "/money/sent": screen(() => import("./features/reminders/SendLogPage.tsx")),
  "/money/next": screen(() => import("./features/reminders/NextRunPage.tsx")),
  "/money/import": screen(() => import("./features/payments/statement/ImportPage.tsx")),
  "/money/past": screen(() => import("./features/import/ImportFilePage.tsx")),
  "/money/charges": screen(() => import("./features/import/ImportFilePage.tsx")),
  "/money/control-units": screen(() => import("./features/import/ImportFilePage.tsx")),
  "/imports/:id": screen(() => import("./features/import/ImportPage.tsx")),
  "/money/unmatched": screen(() => import("./features/payments/statement/LinesPage.tsx")),
  "/money/announced": screen(
    () => import("./features/payments/statement/AnnouncedPage.tsx"),
    "GET /api/v1/clients",
  ),
  "/messages": screen(() => import("./features/messages/MessagesPage.tsx")),
  "/settings": screen(() => import("./features/settings/CompanyPage.tsx"), "GET /api/v1/settings"),
  "/settings/getting-paid": screen(
    () => import("./features/settings/GettingPaidPage.tsx"),
    "GET /api/v1/settings",
  ),
  "/settings/tax": screen(() => import("./features/settings/TaxPage.tsx"), "GET /api/v1/settings"),
  "/settings/reminders": screen(
    () => import("./features/settings/ReminderDaysPage.tsx"),
    "GET /api/v1/settings",
  ),
  "/settings/privacy": screen(() => import("./features/settings/PrivacyPage.tsx"), "GET /api/v1/settings"),
  "/settings/personal-data": screen(() => import("./features/people/PeoplePage.tsx")),
  "/settings/staff": screen(() => import("./features/staff/StaffPage.tsx"), "GET /api/v1/staff/members"),
  "/settings/activity": screen(() => import("./features/activity/ActivityPage.tsx")),
  "/settings/you": screen(() => import("./features/settings/YouPage.tsx")),
  "/settings/api": screen(() => import("./features/settings/ApiPage.tsx")),
  "/settings/emails": screen(() => import("./features/emails/EmailsPage.tsx")),
};

/** The screens that only administrators can open. */
export const adminScreens: readonly string[] = settingsPages
  .filter(({ only }) => only === "admin")
  .map(({ to }) => to.slice(home.length));

/** `/admin/clients?q=a` → the directory, `/admin/clients/<id>` → a client's page; undefined for sign-in and the site. */
function screenAt(path: string): ReturnType<typeof screen> | undefined {
  const named = path.replace(/(?<=\/(?:clients|imports)\/)[\da-f-]{36}/, ":id");
  const [, place] = /^\/admin((?:\/[\w:-]+)*)\/?(?:[?#]|$)/.exec(named) ?? [];
  return (screens as Record<string, ReturnType<typeof screen>>)[place ?? "outside"];
}

/** Loads the code of the screen at a path, and of the layout around it. */
export function fetchScreen(path: string): void {
  const screen = screenAt(path);
  // A failed load is tried again, and reported, when the screen opens.
  if (screen) for (const load of [frame, screen.load]) void load().catch(() => {});
}

/** Prefetches the data of the screen at a path, if somebody is signed in. */
export function prefetchData(path: string): void {
  const screen = screenAt(path);
  if (screen) prefetch(screen.needs.map((key) => key.slice("GET ".length)));
}

/** Prefetches data and code of a page, if somebody is signed in. */
export function prefetchPage(path: string): void {
  if (!storedToken()) return;
  prefetchData(path);
  fetchScreen(path);
}
