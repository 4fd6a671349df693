import type { ComponentType } from "react";
import type { RouteKey } from "../../shared/route.ts";
import { prefetch, storedToken } from "../prefetch.ts";

type Load = () => Promise<{ default: ComponentType }>;
type Screen = {
  load: Load;
  /** Requests to start before the screen has loaded. */
  needs: Extract<RouteKey, `GET ${string}`>[];
};

export const frame: Load = () => import("./AdminLayout.tsx");

/** The screens by their path under `/admin`. */
export const screens = {
  "": {
    load: () => import("./features/dashboard/DashboardPage.tsx"),
    needs: ["GET /api/v1/dashboard/stats?rows=50"],
  },
  "/clients": {
    load: () => import("./features/clients/ClientsPage.tsx"),
    needs: ["GET /api/v1/clients"],
  },
  "/clients/import": { load: () => import("./features/import/ImportFilePage.tsx"), needs: [] },
  "/clients/:id": { load: () => import("./features/clients/ClientPage.tsx"), needs: [] },
  "/clients/:id/statement": { load: () => import("./features/account/AccountPage.tsx"), needs: [] },
  "/subscriptions": {
    load: () => import("./features/subscriptions/SubscriptionsPage.tsx"),
    needs: ["GET /api/v1/subscriptions", "GET /api/v1/clients"],
  },
  "/subscriptions/import": { load: () => import("./features/import/ImportFilePage.tsx"), needs: [] },
  "/overdue": {
    load: () => import("./features/overdue/OverduePage.tsx"),
    needs: ["GET /api/v1/subscriptions", "GET /api/v1/clients"],
  },
  "/payments": { load: () => import("./features/payments/PaymentsPage.tsx"), needs: [] },
  "/payments/import": { load: () => import("./features/payments/statement/ImportPage.tsx"), needs: [] },
  "/payments/past": { load: () => import("./features/import/ImportFilePage.tsx"), needs: [] },
  "/imports/:id": { load: () => import("./features/import/ImportPage.tsx"), needs: [] },
  "/payments/lines": { load: () => import("./features/payments/statement/LinesPage.tsx"), needs: [] },
  "/payments/announced": {
    load: () => import("./features/payments/statement/AnnouncedPage.tsx"),
    needs: ["GET /api/v1/clients"],
  },
  "/messages": { load: () => import("./features/messages/MessagesPage.tsx"), needs: [] },
  "/reminders": { load: () => import("./features/reminders/RemindersPage.tsx"), needs: [] },
  "/staff": {
    load: () => import("./features/staff/StaffPage.tsx"),
    needs: ["GET /api/v1/staff/members"],
  },
  "/activity": { load: () => import("./features/activity/ActivityPage.tsx"), needs: [] },
  "/people": { load: () => import("./features/people/PeoplePage.tsx"), needs: [] },
  "/settings": {
    load: () => import("./features/settings/CompanyPage.tsx"),
    needs: ["GET /api/v1/settings"],
  },
  "/settings/getting-paid": {
    load: () => import("./features/settings/GettingPaidPage.tsx"),
    needs: ["GET /api/v1/settings"],
  },
  "/settings/reminders": {
    load: () => import("./features/settings/ReminderDaysPage.tsx"),
    needs: ["GET /api/v1/settings"],
  },
  "/settings/privacy": {
    load: () => import("./features/settings/PrivacyPage.tsx"),
    needs: ["GET /api/v1/settings"],
  },
  "/settings/you": { load: () => import("./features/settings/YouPage.tsx"), needs: [] },
  "/api": { load: () => import("./features/api/ApiPage.tsx"), needs: [] },
  "/settings/emails": { load: () => import("./features/emails/EmailsPage.tsx"), needs: [] },
} satisfies Record<string, Screen>;

/** `/admin/clients?q=a` → the directory, `/admin/clients/<id>` → a client's page; undefined for sign-in and the site. */
function screenAt(path: string): Screen | undefined {
  const named = path.replace(/(?<=\/(?:clients|imports)\/)[\da-f-]{36}/, ":id");
  const [, place] = /^\/admin((?:\/[\w:-]+)*)\/?(?:[?#]|$)/.exec(named) ?? [];
  return (screens as Record<string, Screen>)[place ?? "outside"];
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
