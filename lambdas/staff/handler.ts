import { staffRoutes } from "../../shared/staff.ts";
import { colleagues } from "../colleagues.ts";
import { serve } from "../http.ts";
import { occasionOf } from "../occasion.ts";
import { endCalendar, makeCalendar, ownCalendar } from "./calendar.ts";
import { changeMember } from "./change.ts";
import { invite, inviteAgain } from "./invite.ts";
import { listMembers } from "./members.ts";
import { demand, isDemanded, prove, signOutEverywhere } from "./own.ts";

export const handler = serve(staffRoutes, {
  "GET /api/v1/staff": async () => ({ staff: await colleagues() }),
  "GET /api/v1/staff/members": async () => ({
    members: await listMembers(),
    second_factor_demanded: await isDemanded(),
  }),
  "POST /api/v1/staff/members": async ({ body, ...request }) => ({
    member: await invite(body, await occasionOf(request)),
  }),
  "POST /api/v1/staff/members/{id}/invitation": async ({ params, ...request }) => ({
    member: await inviteAgain(params.id, await occasionOf(request)),
  }),
  "PUT /api/v1/staff/members/{id}": async ({ params, body, ...request }) => ({
    member: await changeMember(params.id, body, await occasionOf(request)),
  }),
  "DELETE /api/v1/staff/members/{id}/second-factor": async ({ params, ...request }) => ({
    member: await changeMember(params.id, { second_factor: false }, await occasionOf(request)),
  }),
  "PUT /api/v1/staff/rules": async ({ body, ...request }) =>
    demand(body.second_factor_demanded, request.caller, await occasionOf(request)),
  // Who may not come in has been refused by then.
  "GET /api/v1/staff/me": async () => ({}),
  "POST /api/v1/staff/me/sign-out": async ({ caller }) => signOutEverywhere(caller),
  "POST /api/v1/staff/me/second-factor": async ({ caller }) => prove(caller),
  "GET /api/v1/staff/me/calendar": async ({ caller }) => ownCalendar(caller),
  "POST /api/v1/staff/me/calendar": async (request) => makeCalendar(await occasionOf(request)),
  "DELETE /api/v1/staff/me/calendar": async (request) => endCalendar(await occasionOf(request)),
});
