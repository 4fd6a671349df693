import { staffRoutes } from "../../shared/staff/staff.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import { listColleagues } from "../stores/staff-store.ts";
import { createCalendar, deleteCalendar, readCalendar } from "./calendar-address.ts";
import { invite, inviteAgain } from "./invite.ts";
import { changeMember, exportsOf, listMembers, remove, signOutEverywhere } from "./members.ts";
import { isMfaRequired, setMfaRequired, verifyMfa } from "./mfa.ts";

export const handler = serve(staffRoutes, {
  "GET /api/v1/staff": async () => ({ staff: await listColleagues() }),
  "GET /api/v1/staff/members": async () => ({
    members: await listMembers(),
    second_factor_demanded: await isMfaRequired(),
  }),
  "POST /api/v1/staff/members": async ({ body, ...request }) => ({
    member: await invite(body, await changeContext(request)),
  }),
  "POST /api/v1/staff/members/{id}/invitation": async ({ params, ...request }) => ({
    member: await inviteAgain(params.id, await changeContext(request)),
  }),
  "PUT /api/v1/staff/members/{id}": async ({ params, body, ...request }) => ({
    member: await changeMember(params.id, body, await changeContext(request)),
  }),
  "DELETE /api/v1/staff/members/{id}": async ({ params, ...request }) =>
    remove(params.id, await changeContext(request)),
  "GET /api/v1/staff/members/{id}/exports": async ({ params, today }) => ({
    exports: await exportsOf(params.id, today),
  }),
  "DELETE /api/v1/staff/members/{id}/second-factor": async ({ params, ...request }) => ({
    member: await changeMember(params.id, { second_factor: false }, await changeContext(request)),
  }),
  "PUT /api/v1/staff/rules": async ({ body, ...request }) =>
    setMfaRequired(body.second_factor_demanded, request.caller, await changeContext(request)),
  // `serve` has refused callers without access.
  "GET /api/v1/staff/me": async () => ({}),
  "PUT /api/v1/staff/me": async ({ body, ...request }) => {
    await changeMember(request.caller, body, await changeContext(request));
    return {};
  },
  "POST /api/v1/staff/me/sign-out": async ({ caller }) => signOutEverywhere(caller),
  "POST /api/v1/staff/me/second-factor": async (request) =>
    verifyMfa(request.caller, await changeContext(request)),
  "GET /api/v1/staff/me/calendar": async ({ caller }) => readCalendar(caller),
  "POST /api/v1/staff/me/calendar": async (request) => createCalendar(await changeContext(request)),
  "DELETE /api/v1/staff/me/calendar": async (request) => deleteCalendar(await changeContext(request)),
});
