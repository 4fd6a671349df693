import * as z from "zod/mini";
import { Day } from "./day.ts";
import type { Routes } from "./route.ts";
import { email, Instant, line } from "./text.ts";

/** What a member of staff is called; they write it of themselves, so it proves nothing. */
export const StaffName = line("name", 200);

/** The groups of the user pool. */
export const Role = z.enum(["admin", "staff"], { error: () => "The role must be admin or staff." });
export type Role = z.output<typeof Role>;

/** The pool names people in the form of a UUID, but not by the rules of one. */
export const MemberId = z.guid("That is not a valid id.");

/** Somebody to whom work can be given. */
export const Colleague = z.object({ id: MemberId, name: z.string() });
export type Colleague = z.output<typeof Colleague>;

/** Somebody of the staff, as administrators see them. */
export const Member = z.object({
  id: MemberId,
  email: z.string(),
  /** Empty where they have given none. */
  name: z.string(),
  /** Absent where they have none, and so may do nothing. */
  role: z.optional(Role),
  state: z.enum(["active", "invited", "shut-out"]),
  /** The last day on which an open invitation surely holds. */
  invited_until: z.optional(Day),
  signed_in_at: z.optional(Instant),
  second_factor: z.boolean(),
});
export type Member = z.output<typeof Member>;

export const NewMember = z.object({
  email: email(),
  name: line("name", 200, "Please give the name.").check(z.minLength(1, "Please give the name.")),
  role: Role,
});
export type NewMember = z.output<typeof NewMember>;

const flag = (what: string) => z.boolean({ error: () => `Please say whether ${what}.` });

/** What an administrator changes about somebody; what is left out stays. */
export const MemberChange = z
  .object({ role: z.optional(Role), shut_out: z.optional(flag("they are shut out")) })
  .check(
    z.refine(
      ({ role, shut_out }) => role !== undefined || shut_out !== undefined,
      "Please say what is to change: the role, or whether they are shut out.",
    ),
  );
export type MemberChange = z.output<typeof MemberChange>;

const params = z.object({ id: MemberId });
const answer = z.object({ member: Member });
const Proof = z.object({ second_factor: z.boolean() });
const Rules = z.object({ second_factor_demanded: z.boolean() });
/** When the address of somebody's calendar was made; absent where there is none. */
const OwnCalendar = z.object({ made_at: z.optional(Instant) });

export const staffRoutes = {
  /** Those who can sign in, by their names, and nothing else of them. */
  "GET /api/v1/staff": { access: "staff", answer: z.object({ staff: z.array(Colleague) }) },
  "GET /api/v1/staff/members": {
    access: "admin",
    answer: z.extend(Rules, { members: z.array(Member) }),
  },
  /** The address names who is invited: the same again mails nobody twice. */
  "POST /api/v1/staff/members": { access: "admin", body: NewMember, answer, status: 201 },
  "POST /api/v1/staff/members/{id}/invitation": { access: "admin", params, answer },
  "PUT /api/v1/staff/members/{id}": { access: "admin", params, body: MemberChange, answer },
  "DELETE /api/v1/staff/members/{id}/second-factor": { access: "admin", params, answer },
  "PUT /api/v1/staff/rules": {
    access: "admin",
    body: z.object({ second_factor_demanded: flag("a second factor is demanded") }),
    answer: Rules,
  },
  /** Whether whoever calls may come in, by what is stored at this moment. */
  "GET /api/v1/staff/me": { access: "staff", unproven: true, anew: true, answer: z.object({}) },
  /** Ends all sessions of whoever calls, wherever they are. */
  "POST /api/v1/staff/me/sign-out": { access: "staff", unproven: true, answer: z.object({}) },
  /** Has the server look whether whoever calls has a second factor. */
  "POST /api/v1/staff/me/second-factor": { access: "staff", unproven: true, answer: Proof },
  "GET /api/v1/staff/me/calendar": { access: "staff", answer: OwnCalendar },
  /** Makes an address, which is given this once, in place of the one there was. */
  "POST /api/v1/staff/me/calendar": {
    access: "staff",
    answer: z.object({ made_at: Instant, path: z.string() }),
    status: 201,
  },
  "DELETE /api/v1/staff/me/calendar": { access: "staff", answer: OwnCalendar },
} as const satisfies Routes;
