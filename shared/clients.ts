import * as z from "zod";
import type { Routes } from "./route.ts";
import { Cursor, email, Id, Instant, line, lines, Version } from "./text.ts";

export const ClientStatus = z.enum(["active", "inactive"], "The status must be active or inactive.");

const missingName = "Please give the client's name.";

const fields = {
  name: line("name", 200, missingName).min(1, missingName),
  email: email(),
  phone: line("phone number", 50).default(""),
  company: line("company", 200).default(""),
  address: lines("address", 1_000).default(""),
  status: ClientStatus.default("active"),
};

/** `sample` marks a record of the first-run demonstration: never mailed, removable in one action. */
export const NewClient = z.strictObject({ ...fields, sample: z.literal(true).optional() });
export type NewClient = z.output<typeof NewClient>;

/** With `version`, the save is refused when somebody else saved in between. */
export const ClientChange = z.strictObject({ ...fields, version: Version.optional() });
export type ClientChange = z.output<typeof ClientChange>;

/** Why mail to a client's address is no longer sent: it came back for good, or was marked as spam. */
export const MailProblem = z.object({ kind: z.enum(["bounced", "complained"]), at: Instant });
export type MailProblem = z.output<typeof MailProblem>;

export const Client = z.object({
  ...NewClient.shape,
  id: Id,
  /** Of the address as it is now; another address starts without. */
  mail_problem: MailProblem.optional(),
  created_at: Instant,
  version: Version,
});
export type Client = z.output<typeof Client>;

export const clientRoutes = {
  "GET /api/v1/clients": {
    access: "staff",
    query: z.strictObject({ cursor: Cursor.optional() }),
    answer: z.object({ clients: z.array(Client), cursor: Cursor.optional() }),
  },
  "POST /api/v1/clients": {
    access: "staff",
    body: NewClient,
    answer: z.object({ client: Client }),
    status: 201,
  },
  "PUT /api/v1/clients/{id}": {
    access: "staff",
    params: z.strictObject({ id: Id }),
    body: ClientChange,
    answer: z.object({ client: Client }),
  },
} as const satisfies Routes;
