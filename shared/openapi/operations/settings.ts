import * as company from "../../company.ts";
import type { settingsRoutes } from "../../settings/routes.ts";
import * as example from "../examples.ts";
import type { Operations } from "./operation.ts";

export const settingsOperations: Operations<typeof settingsRoutes> = {
  "GET /api/v1/settings": {
    summary: "Read the company's settings",
    response: { settings: example.settings },
  },
  "POST /api/v1/settings": {
    summary: "Save the company's settings",
    description:
      "The seven profile fields are required; any other absent field is not changed. Administrators and the previous addresses get an email about changes that affect clients' emails or payments.",
    body: {
      company_name: company.name.value,
      company_address: "",
      company_phone: "",
      company_website: "",
      company_email: "office@mwamba.example",
      notification_email: "office@mwamba.example",
      logo_url: "",
    },
    response: { settings: { ...example.settings, version: 4 } },
  },
  "GET /api/v1/settings/emails": {
    summary: "List the company's email templates",
    response: { words: [{ email: "upcoming", language: "en", ...example.template }], version: 1 },
  },
  "PUT /api/v1/settings/emails/{email}": {
    summary: "Save the template of an email, or restore the built-in one",
    body: { language: "en", words: example.template },
    response: { words: [{ email: "upcoming", language: "en", ...example.template }], version: 1 },
  },
  "GET /api/v1/settings/mpesa": {
    summary: "Read the state of the connection with M-Pesa",
    description:
      "`failure` is old if `last_pull_at` is later. Without `mpesa`, the stage takes no payments from M-Pesa.",
    response: {
      mpesa: {
        short_code: "600986",
        registered: { site: "https://www.mwamba.example", at: "2026-11-02T08:10:00.000Z" },
        last_callback_at: "2026-12-24T05:48:00.000Z",
        last_pull_at: "2026-12-24T05:45:00.000Z",
        compared: { day: "2026-12-23", differences: [] },
        announced: 1,
      },
    },
  },
};
