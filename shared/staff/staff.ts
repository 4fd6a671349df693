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
  "GET /api/v1/staff": {
    summary: "List colleagues",
    access: "staff",
    response: z.object({ staff: z.array(Colleague) }),
  },
  "GET /api/v1/staff/members": {
    summary: "List staff with their roles and status",
    access: "admin",
    response: z.extend(Rules, { members: z.array(Member) }),
  },
  "POST /api/v1/staff/members": {
    summary: "Invite a person by email",
    description: "The address identifies the person: repeating the call sends no second email.",
    errors: [502],
    access: "admin",
    body: NewMember,
    response,
    status: 201,
  },
  "POST /api/v1/staff/members/{id}/invitation": {
    summary: "Send an open invitation again",
    description: "Sends nothing within a minute of the last email.",
    errors: [502],
    access: "admin",
    params,
    response,
  },
  "PUT /api/v1/staff/members/{id}": {
    summary: "Change a person's role, or disable or enable their access",
    description:
      "Absent fields are not changed. The change takes effect within seconds. The last administrator cannot be removed.",
    access: "admin",
    params,
    body: MemberChange,
    response,
  },
  "DELETE /api/v1/staff/members/{id}": {
    summary: "Remove a person, or withdraw an invitation",
    description:
      "Access ends within seconds. The activity keeps the name. Repeating the call changes nothing.",
    access: "admin",
    params,
    response: z.object({}),
  },
  "GET /api/v1/staff/members/{id}/exports": {
    summary: "List what a person saved as files in the last 30 days",
    description: "Newest first.",
    access: "admin",
    params,
    response: z.object({ exports: z.array(MemberExport) }),
  },
  "DELETE /api/v1/staff/members/{id}/second-factor": {
    summary: "Reset a person's sign-in code",
    access: "admin",
    params,
    response,
  },
  "PUT /api/v1/staff/rules": {
    summary: "Require a sign-in code for everybody, or stop requiring it",
    description: "Only an administrator with a sign-in code may require it.",
    access: "admin",
    body: z.object({ second_factor_demanded: flag("a sign-in code is demanded") }),
    response: Rules,
  },
  "GET /api/v1/staff/me": {
    summary: "Check your own access",
    description: "If your access is disabled, the error says so.",
    access: "staff",
    allowsWithoutMfa: true,
    skipsAccessCache: true,
    response: z.object({}),
  },
  "PUT /api/v1/staff/me": {
    summary: "Change your own name",
    access: "staff",
    body: z.object({ name: StaffName }),
    response: z.object({}),
  },
  "POST /api/v1/staff/me/sign-out": {
    summary: "End all your sessions",
    access: "staff",
    allowsWithoutMfa: true,
    response: z.object({}),
  },
  "POST /api/v1/staff/me/second-factor": {
    summary: "Confirm that you have a sign-in code",
    access: "staff",
    allowsWithoutMfa: true,
    response: Proof,
  },
  "GET /api/v1/staff/me/calendar": {
    summary: "Read when your calendar address was created",
    access: "staff",
    response: OwnCalendar,
  },
  "POST /api/v1/staff/me/calendar": {
    summary: "Create your calendar address",
    description: "Only this response contains the address. It replaces the previous one.",
    access: "staff",
    response: z.object({ made_at: Instant, path: z.string() }),
    status: 201,
  },
  "DELETE /api/v1/staff/me/calendar": {
    summary: "Delete your calendar address",
    access: "staff",
    response: OwnCalendar,
  },
} as const satisfies Routes;
