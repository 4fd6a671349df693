import { expect, test } from "vitest";
import { staffOffice } from "../../test/product/staff-office.ts";

const { on, members, memberAt, mailsTo, change, recordedOf, somebody, signedIn } = staffOffice();
const invitation = { email: "kim@office.example", name: "Kim Otieno", role: "staff" as const };

test("repeating an invitation sends no second email; the list shows all staff", async () => {
  const invited = await on.asAdmin("POST /api/v1/staff/members", { body: invitation });
  expect(invited).toMatchObject({
    status: 201,
    body: { member: { ...invitation, state: "invited", second_factor: false } },
  });
  expect(await on.asAdmin("POST /api/v1/staff/members", { body: invitation })).toMatchObject({
    status: 201,
    body: invited.body,
  });
  expect(await mailsTo(invitation.email)).toHaveLength(1);
  expect(await memberAt(invitation.email)).toEqual(invited.body.member);
  expect(invited.body.member.invited_until).toMatch(/^\d{4}-\d\d-\d\d$/);

  const { email } = (await somebody()).person;
  for (const [body, sentence] of [
    [{ ...invitation, email: invitation.email.toUpperCase(), name: "Another Kim" }, "is invited already"],
    [{ ...invitation, role: "admin" }, "is invited already"],
    [{ ...invitation, email }, "is on the staff already"],
  ] as const)
    expect(await on.asAdmin("POST /api/v1/staff/members", { body })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(sentence) },
    });
  for (const body of [
    { ...invitation, email: "kim" },
    { ...invitation, name: " " },
    { ...invitation, role: "boss" },
  ])
    expect((await on.asAdmin("POST /api/v1/staff/members", { body })).status).toBe(400);

  // Within a minute it counts as a repetition.
  const params = { id: invited.body.member.id };
  expect((await on.asAdmin("POST /api/v1/staff/members/{id}/invitation", { params })).status).toBe(200);
  expect(await mailsTo(invitation.email)).toHaveLength(1);
  const came = { id: (await memberAt(email)).id };
  const repeated = await on.asAdmin("POST /api/v1/staff/members/{id}/invitation", { params: came });
  expect(repeated).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("has accepted the invitation already") },
  });
  expect(await recordedOf(invitation.name)).toEqual([
    { kind: "staff-invited", by: "Person 2", before: undefined, after: invitation },
  ]);
});

test("only administrators see and change members; all staff see the names", async () => {
  const { member, call } = await somebody();
  const params = { id: member.id };
  const answers = await Promise.all([
    call("GET /api/v1/staff/members"),
    call("POST /api/v1/staff/members", { body: invitation }),
    call("POST /api/v1/staff/members/{id}/invitation", { params }),
    call("PUT /api/v1/staff/members/{id}", { params, body: { role: "admin" } }),
    call("DELETE /api/v1/staff/members/{id}/second-factor", { params }),
    call("PUT /api/v1/staff/rules", { body: { second_factor_demanded: true } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  expect((await memberAt(member.email)).role).toBe("staff");
  expect((await call("GET /api/v1/staff")).body.staff).toContainEqual({ id: member.id, name: member.name });
  expect((await change("0f9d3c1e-52a7-4b0e-8b57-3f6f1f0c9a11", { role: "staff" })).status).toBe(404);
});

test("two administrators who remove each other's role at once do not both succeed", async () => {
  const [first, second] = [await somebody("admin"), await somebody("admin")];
  const changeBy = (by: typeof first, target: { member: { id: string } }, body: object) =>
    by.call("PUT /api/v1/staff/members/{id}", { params: { id: target.member.id }, body });
  // There is no other active administrator.
  for (const member of await members())
    if (member.role === "admin" && ![first.member.id, second.member.id].includes(member.id))
      await changeBy(first, { member }, { disabled: true });
  const answers = await Promise.all([
    changeBy(first, second, { role: "staff" }),
    changeBy(second, first, { role: "staff" }),
  ]);
  // The later one may find their token invalid.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 409])]);
  const [remaining] = answers[0].status === 200 ? [first] : [second];
  for (const body of [{ role: "staff" }, { disabled: true }])
    expect(await changeBy(remaining, remaining, body)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("is the last admin") },
    });
  for (const { id, state } of (await remaining.call("GET /api/v1/staff/members")).body.members)
    if (state === "disabled")
      await remaining.call("PUT /api/v1/staff/members/{id}", { params: { id }, body: { disabled: false } });
  Object.assign(on, { asAdmin: await signedIn(remaining.person) });
});
