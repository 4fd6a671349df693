import type { Role } from "../auth.ts";
import type { IconName } from "./components/ui/Icon.tsx";

/** The links of the sidebar, in their order. */
export const places: { to: string; name: string; icon: IconName; more?: true }[] = [
  { to: "/admin", name: "Dashboard", icon: "dashboard" },
  { to: "/admin/clients", name: "Clients", icon: "clients" },
  { to: "/admin/subscriptions", name: "Subscriptions", icon: "subscriptions", more: true },
  { to: "/admin/money", name: "Money", icon: "payments" },
  { to: "/admin/messages", name: "Messages", icon: "messages" },
  { to: "/admin/settings", name: "Settings", icon: "settings", more: true },
];

type Page = { to: string; name: string; only?: Role };

/** The views of Money, in the order of their links. */
export const moneyPages: readonly Page[] = [
  { to: "/admin/money", name: "Due" },
  { to: "/admin/money/received", name: "Received" },
  { to: "/admin/money/invoices", name: "Invoices" },
  { to: "/admin/money/sent", name: "Sent" },
  { to: "/admin/money/next", name: "Next reminders" },
];

/** A link back to a place, or to a view of Money, by its name. */
export const backTo = (path: string) => {
  const { name = "" } = [...places, ...moneyPages].find(({ to }) => to === path) ?? {};
  return { to: path, text: `Back to ${name}` };
};

/** The pages of the settings, in the order of their links. */
export const settingsPages: readonly Page[] = [
  { to: "/admin/settings", name: "Company" },
  { to: "/admin/settings/getting-paid", name: "Getting paid" },
  { to: "/admin/settings/tax", name: "Tax" },
  { to: "/admin/settings/reminders", name: "Reminder days" },
  { to: "/admin/settings/emails", name: "Emails" },
  { to: "/admin/settings/privacy", name: "Privacy" },
  { to: "/admin/settings/personal-data", name: "Personal data", only: "admin" },
  { to: "/admin/settings/staff", name: "Staff", only: "admin" },
  { to: "/admin/settings/activity", name: "Activity", only: "admin" },
  { to: "/admin/settings/you", name: "You" },
  { to: "/admin/settings/api", name: "API" },
];

/** The pages that a person may open. */
export const pagesFor = (role: Role | undefined, pages: readonly Page[]) =>
  pages.filter(({ only }) => only === undefined || only === role);

/** The path of each former screen, and where it is now. Bookmarks and emails have them. */
export const movedPages: Record<string, string> = {
  "/admin/overdue": "/admin/money",
  "/admin/payments": "/admin/money/received",
  "/admin/payments/import": "/admin/money/import",
  "/admin/payments/past": "/admin/money/past",
  "/admin/payments/lines": "/admin/money/unmatched",
  "/admin/payments/announced": "/admin/money/announced",
  "/admin/reminders": "/admin/money/sent",
  "/admin/staff": "/admin/settings/staff",
  "/admin/activity": "/admin/settings/activity",
  "/admin/people": "/admin/settings/personal-data",
  "/admin/api": "/admin/settings/api",
};
