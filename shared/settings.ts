import * as z from "zod/mini";
import type { Routes } from "./route.ts";
import { Count, isMailable, line, lines, longestEmail, Text, Version } from "./text.ts";

const optionalEmail = (label: string) =>
  line(label, longestEmail).check(
    z.refine((address) => address === "" || isMailable(address), `Please give a valid ${label}.`),
  );

const profile = {
  company_name: line("company name", 200),
  company_address: lines("company address", 1_000),
  company_phone: line("company phone", 50),
  company_email: optionalEmail("company email address"),
  company_website: line("company website", 500),
  notification_email: optionalEmail("notification email address"),
  logo_url: line("logo address", 2_000),
};

/** The four kinds of mail the company can switch off. */
const switches = {
  notify_renewals: z.boolean(),
  notify_overdue: z.boolean(),
  notify_new_clients: z.boolean(),
  notify_system: z.boolean(),
};

export const Settings = z.object({
  company_name: Text,
  company_address: Text,
  company_phone: Text,
  company_email: Text,
  company_website: Text,
  notification_email: Text,
  logo_url: Text,
  ...switches,
  version: Count,
} satisfies Record<keyof typeof profile | keyof typeof switches | "version", z.ZodMiniType>);
export type Settings = z.output<typeof Settings>;

/** The whole profile; switches that are left out stay as they are. */
export const SettingsChange = z.strictObject({
  ...profile,
  ...z.partial(z.object(switches)).shape,
  version: z.optional(z.union([z.literal(0), Version])),
});
export type SettingsChange = z.output<typeof SettingsChange>;

/** What could turn the company's mail against others: a change of it is told by email. */
export const announced = ["company_name", "notification_email"] as const;

export const SettingsNews = z.object({ field: z.enum(announced), before: z.string(), after: z.string() });
export type SettingsNews = z.output<typeof SettingsNews>;

/** Before anybody has saved: nothing known of the company, every kind of mail on. */
export const unsavedSettings: Settings = {
  company_name: "",
  company_address: "",
  company_phone: "",
  company_email: "",
  company_website: "",
  notification_email: "",
  logo_url: "",
  notify_renewals: true,
  notify_overdue: true,
  notify_new_clients: true,
  notify_system: true,
  version: 0,
};

export const settingsRoutes = {
  "GET /api/v1/settings": { access: "staff", answer: z.object({ settings: Settings }) },
  "POST /api/v1/settings": {
    access: "staff",
    body: SettingsChange,
    answer: z.object({ settings: Settings }),
  },
} as const satisfies Routes;
