import * as z from "zod/mini";
import { EmailTemplates, Template, TemplatedEmail } from "../emails/templates.ts";
import { Language } from "../languages.ts";
import { PaybillStatus } from "../paybill/status.ts";
import type { Routes } from "../route.ts";
import { Count } from "../text.ts";
import { Settings, SettingsChange } from "./settings.ts";

export const settingsRoutes = {
  "GET /api/v1/settings": { access: "staff", response: z.object({ settings: Settings }) },
  "POST /api/v1/settings": {
    access: "admin",
    body: SettingsChange,
    response: z.object({ settings: Settings }),
  },
  /** The company's templates. Every other email has the built-in template. */
  "GET /api/v1/settings/emails": { access: "staff", response: EmailTemplates },
  /** Saves the template of an email in a language; null restores the built-in one. */
  "PUT /api/v1/settings/emails/{email}": {
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
  /** The connection with M-Pesa; empty in a stage without a paybill number. */
  "GET /api/v1/settings/mpesa": {
    access: "staff",
    response: z.object({ mpesa: z.optional(PaybillStatus) }),
  },
} as const satisfies Routes;
