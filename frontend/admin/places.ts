import type { Role } from "../auth.ts";
import type { IconName } from "./components/ui/Icon.tsx";

/** The links of the sidebar, in their order. */
export const places: { to: string; name: string; icon: IconName; only?: Role }[] = [
  { to: "/admin", name: "Dashboard", icon: "dashboard" },
  { to: "/admin/clients", name: "Clients", icon: "clients" },
  { to: "/admin/subscriptions", name: "Subscriptions", icon: "subscriptions" },
  { to: "/admin/payments", name: "Payments", icon: "payments" },
  { to: "/admin/overdue", name: "Overdue", icon: "overdue" },
  { to: "/admin/messages", name: "Messages", icon: "messages" },
  { to: "/admin/reminders", name: "Reminders", icon: "reminders" },
  { to: "/admin/staff", name: "Staff", icon: "staff", only: "admin" },
  { to: "/admin/activity", name: "Activity", icon: "activity", only: "admin" },
  { to: "/admin/people", name: "People", icon: "search", only: "admin" },
  { to: "/admin/settings", name: "Settings", icon: "settings" },
];

export const placesOf = (role: Role | undefined) =>
  places.filter(({ only }) => only === undefined || only === role);

/** The pages of the settings, in the order of their links. */
export const settingsPages = [
  { to: "/admin/settings", name: "Company" },
  { to: "/admin/settings/getting-paid", name: "Getting paid" },
  { to: "/admin/settings/reminders", name: "Reminder days" },
  { to: "/admin/settings/emails", name: "Emails" },
  { to: "/admin/settings/privacy", name: "Privacy" },
  { to: "/admin/settings/you", name: "You" },
  { to: "/admin/settings/api", name: "API" },
] as const;
