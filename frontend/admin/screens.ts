import type { ComponentType } from "react";
import type { RouteKey } from "../../shared/route.ts";
import { askAhead, storedToken } from "../ahead.ts";

type Load = () => Promise<{ default: ComponentType }>;
type Screen = {
  load: Load;
  /** What it cannot begin without. */
  needs: Extract<RouteKey, `GET ${string}`>[];
};

export const frame: Load = () => import("./AdminLayout.tsx");

/** The screens by their place under `/admin`. */
export const screens = {
  "": {
    load: () => import("./features/dashboard/DashboardPage.tsx"),
    needs: ["GET /api/v1/dashboard/stats"],
  },
  "/clients": {
    load: () => import("./features/clients/ClientsPage.tsx"),
    needs: ["GET /api/v1/clients"],
  },
  "/clients/import": { load: () => import("./features/clients/import/ImportPage.tsx"), needs: [] },
  "/clients/:id": { load: () => import("./features/clients/ClientPage.tsx"), needs: [] },
  "/clients/:id/statement": { load: () => import("./features/account/AccountPage.tsx"), needs: [] },
  "/subscriptions": {
    load: () => import("./features/subscriptions/SubscriptionsPage.tsx"),
    needs: ["GET /api/v1/subscriptions", "GET /api/v1/clients"],
  },
  "/subscriptions/import": {
    load: () => import("./features/subscriptions/import/ImportPage.tsx"),
    needs: [],
  },
  "/payments": { load: () => import("./features/payments/PaymentsPage.tsx"), needs: [] },
  "/payments/import": { load: () => import("./features/payments/statement/ImportPage.tsx"), needs: [] },
  "/payments/lines": { load: () => import("./features/payments/statement/LinesPage.tsx"), needs: [] },
  "/messages": { load: () => import("./features/messages/MessagesPage.tsx"), needs: [] },
  "/reminders": { load: () => import("./features/reminders/RemindersPage.tsx"), needs: [] },
  "/staff": {
    load: () => import("./features/staff/StaffPage.tsx"),
    needs: ["GET /api/v1/staff/members"],
  },
  "/activity": { load: () => import("./features/activity/ActivityPage.tsx"), needs: [] },
  "/settings": {
    load: () => import("./features/settings/SettingsPage.tsx"),
    needs: ["GET /api/v1/settings"],
  },
  "/api": { load: () => import("./features/api/ApiPage.tsx"), needs: [] },
  "/settings/emails": { load: () => import("./features/emails/EmailsPage.tsx"), needs: [] },
} satisfies Record<string, Screen>;

/** `/admin/clients?q=a` → the directory, `/admin/clients/<id>` → a client's page; nothing at the sign-in page, or outside. */
function screenAt(path: string): Screen | undefined {
  const named = path.replace(/(?<=\/clients\/)[\da-f-]{36}/, ":id");
  const [, place] = /^\/admin((?:\/[\w:]+)*)\/?(?:[?#]|$)/.exec(named) ?? [];
  return (screens as Record<string, Screen>)[place ?? "outside"];
}

/** Fetches the program of the screen at a path, and of the frame around it. */
export function fetchScreen(path: string): void {
  const screen = screenAt(path);
  // What fails here is asked for again when it is opened, and said then.
  if (screen) for (const load of [frame, screen.load]) void load().catch(() => {});
}

/** Asks for what the screen at a path needs, once somebody is signed in. */
export function fetchDataOf(path: string): void {
  const screen = screenAt(path);
  if (screen) askAhead(screen.needs.map((key) => key.slice("GET ".length)));
}

/** Where somebody is signed in already, all that their page needs is fetched at once. */
export function fetchAhead(path: string): void {
  if (!storedToken()) return;
  fetchDataOf(path);
  fetchScreen(path);
}
