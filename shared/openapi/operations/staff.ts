import { calendarPath } from "../../calendar.ts";
import type { staffRoutes } from "../../staff/staff.ts";
import * as example from "../examples.ts";
import type { Operations } from "./operation.ts";

const { now } = example;
const member = {
  ...example.person,
  email: "grace@mwamba.example",
  role: "staff" as const,
  state: "active" as const,
  signed_in_at: example.now,
  second_factor: true,
};
/** As long as a real one. */
const secret = "example-that-opens-nothing".padEnd(43, "0");

export const staffOperations: Operations<typeof staffRoutes> = {
  "GET /api/v1/staff": {
    summary: "List colleagues",
    response: { staff: [example.person] },
  },
  "GET /api/v1/staff/members": {
    summary: "List staff with their roles and status",
    response: { members: [member], second_factor_demanded: false },
  },
  "POST /api/v1/staff/members": {
    summary: "Invite a person by email",
    description: "The address identifies the person: repeating the call sends no second email.",
    body: { name: member.name, email: member.email, role: "staff" },
    response: {
      member: {
        ...example.person,
        email: member.email,
        role: "staff",
        second_factor: false,
        state: "invited",
        invited_until: "2026-12-30",
      },
    },
    errors: [502],
  },
  "POST /api/v1/staff/members/{id}/invitation": {
    summary: "Send an open invitation again",
    description: "Sends nothing within a minute of the last email.",
    response: { member: { ...member, state: "invited", second_factor: false } },
    errors: [502],
  },
  "PUT /api/v1/staff/members/{id}": {
    summary: "Change a person's role, or disable or enable their access",
    description:
      "Absent fields are not changed. The change takes effect within seconds. The last administrator cannot be removed.",
    body: { role: "admin" },
    response: { member: { ...member, role: "admin" } },
  },
  "DELETE /api/v1/staff/members/{id}": {
    summary: "Remove a person, or withdraw an invitation",
    description:
      "Access ends within seconds. The activity keeps the name. Repeating the call changes nothing.",
    response: {},
  },
  "GET /api/v1/staff/members/{id}/exports": {
    summary: "List what a person saved as files in the last 30 days",
    response: { exports: [{ at: now, kind: "list-exported", list: "clients", rows: 300, filter: "" }] },
  },
  "DELETE /api/v1/staff/members/{id}/second-factor": {
    summary: "Reset a person's second factor",
    response: { member: { ...member, second_factor: false } },
  },
  "PUT /api/v1/staff/rules": {
    summary: "Require a second factor for everybody, or stop requiring it",
    description: "Only an administrator with a second factor may require it.",
    body: { second_factor_demanded: true },
    response: { second_factor_demanded: true },
  },
  "GET /api/v1/staff/me": {
    summary: "Check your own access",
    description: "If your access is disabled, the error says so.",
    response: {},
  },
  "PUT /api/v1/staff/me": {
    summary: "Change your own name",
    body: { name: member.name },
    response: {},
  },
  "POST /api/v1/staff/me/sign-out": {
    summary: "End all your sessions",
    response: {},
  },
  "GET /api/v1/staff/me/calendar": {
    summary: "Read when your calendar address was created",
    response: { made_at: now },
  },
  "POST /api/v1/staff/me/calendar": {
    summary: "Create your calendar address",
    description: "Only this response contains the address. It replaces the previous one.",
    response: { made_at: now, path: calendarPath(example.person.id, secret) },
  },
  "DELETE /api/v1/staff/me/calendar": { summary: "Delete your calendar address", response: {} },
  "POST /api/v1/staff/me/second-factor": {
    summary: "Confirm that you have a second factor",
    response: { second_factor: true },
  },
};
