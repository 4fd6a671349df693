import * as z from "zod/mini";
import { EmailTemplates, Template, TemplatedEmail } from "../email-templates.ts";
import { Language } from "../languages.ts";
import { PaybillStatus } from "../paybill/status.ts";
import type { Routes } from "../route.ts";
import { Count } from "../text.ts";
import { Settings, SettingsChange } from "./settings.ts";

export const settingsRoutes = {
  "GET /api/v1/settings": {
    summary: "Read the company's settings",
    access: "staff",
    response: z.object({ settings: Settings }),
  },
  "POST /api/v1/settings": {
    summary: "Save the company's settings",
    description:
      "The seven profile fields are required; any other absent field is not changed. Administrators and the previous addresses get an email about changes that affect clients' emails or payments.",
    access: "admin",
    body: SettingsChange,
    response: z.object({ settings: Settings }),
  },
  "GET /api/v1/settings/emails": {
    summary: "List the company's email templates",
    description: "Every other email has the built-in template.",
    access: "staff",
    response: EmailTemplates,
  },
  "PUT /api/v1/settings/emails/{email}": {
    summary: "Save the template of an email, or restore the built-in one",
    access: "admin",
    params: z.strictObject({ email: TemplatedEmail }),
    body: z.strictObject({
      language: Language,
      words: z.nullable(Template),
      /** The version on the person's screen; the save fails if this template has changed since. */
      version: z.optional(Count),
    }),
    response: EmailTemplates,
  },
  "GET /api/v1/settings/mpesa": {
    summary: "Read the state of the connection with M-Pesa",
    description:
      "`failure` is old if `last_pull_at` is later. Without `mpesa`, the stage takes no payments from M-Pesa.",
    access: "staff",
    response: z.object({ mpesa: z.optional(PaybillStatus) }),
  },
} as const satisfies Routes;
