import * as z from "zod/mini";
import { ActivityKind } from "../activity/activity.ts";
import { Day } from "../day.ts";
import type { Routes } from "../route.ts";
import { Count, email, Instant, line, Text } from "../text.ts";

/** A member's name. They can change it, so it proves nothing. */
export const StaffName = line("name", 200);

/** The groups of the user pool. */
export const Role = z.enum(["admin", "staff"], { error: () => "The role must be admin or staff." });
export type Role = z.output<typeof Role>;

/** The role that counts, of all groups of a person. */
export const roleAmong = (groups: string[]): Role | undefined =>
  Role.options.find((role) => groups.includes(role));

/** Cognito's ids look like UUIDs but do not follow their rules. */
export const MemberId = z.guid("That is not a valid id.");

/** A member of staff, for assigning work. */
export const Colleague = z.object({
  id: MemberId,
  name: z.string(),
  /** From before the user pool was restored. */
  former_ids: z.optional(z.array(MemberId)),
});
export type Colleague = z.output<typeof Colleague>;

/** A member of staff, for administrators. */
export const Member = z.object({
  id: MemberId,
  email: z.string(),
  /** Empty if they have not given one. */
  name: z.string(),
  /** Absent if they have none; then they may do nothing. */
  role: z.optional(Role),
  state: z.enum(["active", "invited", "disabled"]),
  /** The last day on which an open invitation is valid. */
  invited_until: z.optional(Day),
  signed_in_at: z.optional(Instant),
  second_factor: z.boolean(),
});
export type Member = z.output<typeof Member>;

/** Something that somebody saved as a file. */
export const MemberExport = z.object({
  at: Instant,
  kind: ActivityKind,
  list: z.optional(Text),
  rows: z.optional(Count),
  filter: z.optional(Text),
});
export type MemberExport = z.output<typeof MemberExport>;

export const nameOf = ({ name, email }: Pick<Member, "name" | "email">): string => name || email;

export const NewMember = z.object({
  email: email(),
  name: line("name", 200, "Please give the name.").check(z.minLength(1, "Please give the name.")),
  role: Role,
});
export type NewMember = z.output<typeof NewMember>;

const flag = (what: string) => z.boolean({ error: () => `Please say whether ${what}.` });

/** A change by an administrator; an absent field is not changed. */
export const MemberChange = z
  .object({ role: z.optional(Role), disabled: z.optional(flag("they are disabled")) })
  .check(
    z.refine(
      ({ role, disabled }) => role !== undefined || disabled !== undefined,
      "Please say what is to change: the role, or whether they are disabled.",
    ),
  );
export type MemberChange = z.output<typeof MemberChange>;

const params = z.object({ id: MemberId });
const response = z.object({ member: Member });
const Proof = z.object({ second_factor: z.boolean() });
const Rules = z.object({ second_factor_demanded: z.boolean() });
/** When the calendar's address was created; absent if there is none. */
const OwnCalendar = z.object({ made_at: z.optional(Instant) });

export const staffRoutes = {
  /** The names of all members, and nothing else. */
  "GET /api/v1/staff": { access: "staff", response: z.object({ staff: z.array(Colleague) }) },
  "GET /api/v1/staff/members": {
    access: "admin",
    response: z.extend(Rules, { members: z.array(Member) }),
  },
  /** The email address identifies the person: a repeated call sends no second email. */
  "POST /api/v1/staff/members": { access: "admin", body: NewMember, response, status: 201 },
  "POST /api/v1/staff/members/{id}/invitation": { access: "admin", params, response },
  "PUT /api/v1/staff/members/{id}": { access: "admin", params, body: MemberChange, response },
  /** Removes somebody for good, or withdraws an invitation. The activity keeps the name. A repeated call changes nothing. */
  "DELETE /api/v1/staff/members/{id}": { access: "admin", params, response: z.object({}) },
  /** What somebody saved as files in the last 30 days, newest first. */
  "GET /api/v1/staff/members/{id}/exports": {
    access: "admin",
    params,
    response: z.object({ exports: z.array(MemberExport) }),
  },
  "DELETE /api/v1/staff/members/{id}/second-factor": { access: "admin", params, response },
  "PUT /api/v1/staff/rules": {
    access: "admin",
    body: z.object({ second_factor_demanded: flag("a second factor is demanded") }),
    response: Rules,
  },
  /** Whether the caller has access, from the stored state. */
  "GET /api/v1/staff/me": {
    access: "staff",
    allowsWithoutMfa: true,
    skipsAccessCache: true,
    response: z.object({}),
  },
  /** Changes the caller's name. */
  "PUT /api/v1/staff/me": {
    access: "staff",
    body: z.object({ name: StaffName }),
    response: z.object({}),
  },
  /** Ends all sessions of the caller. */
  "POST /api/v1/staff/me/sign-out": { access: "staff", allowsWithoutMfa: true, response: z.object({}) },
  /** Checks whether the caller has a second factor, and records it. */
  "POST /api/v1/staff/me/second-factor": { access: "staff", allowsWithoutMfa: true, response: Proof },
  "GET /api/v1/staff/me/calendar": { access: "staff", response: OwnCalendar },
  /** Creates a new address and replaces the old one. Only this response contains it. */
  "POST /api/v1/staff/me/calendar": {
    access: "staff",
    response: z.object({ made_at: Instant, path: z.string() }),
    status: 201,
  },
  "DELETE /api/v1/staff/me/calendar": { access: "staff", response: OwnCalendar },
} as const satisfies Routes;
