import { expect } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import type { Person } from "./product.ts";
import { staffedProduct } from "./staffed.ts";

/** The product with helpers for tests of staff and their access. */
export function staffOffice() {
  const on = staffedProduct();

  const members = async () => (await on.asAdmin("GET /api/v1/staff/members")).body.members;
  const memberAt = async (email: string) => {
    const member = (await members()).find((candidate) => candidate.email === email);
    if (!member) throw new Error(`There is no ${email}.`);
    return member;
  };
  const mailsTo = async (email: string) => (await on.product.inbox()).filter(({ to }) => to.includes(email));
  const change = (id: string, body: object) =>
    on.asAdmin("PUT /api/v1/staff/members/{id}", { params: { id }, body });
  /** The activity records about somebody, newest first. */
  const recordedOf = async (name: string) =>
    (await on.asAdmin("GET /api/v1/activity")).body.entries
      .filter(({ member }) => member === name)
      .map(({ kind, name, before, after }) => ({ kind, by: name, before, after }));

  /** A new member of staff with a token, and their row in the list. */
  async function somebody(role: "admin" | "staff" = "staff") {
    const person = await on.product.createStaff(role);
    const { access } = await on.product.signIn(person);
    return { person, access, call: on.product.callerFor(access), member: await memberAt(person.email) };
  }
  const signedIn = async (person: Person) => on.product.callerFor((await on.product.signIn(person)).access);

  /** The daily run that copies changes of the user pool. */
  async function daily() {
    expect(await on.product.runSchedule(localSchedule("retention"), on.product.now())).toHaveProperty(
      "outcome",
    );
  }

  return { on, members, memberAt, mailsTo, change, recordedOf, somebody, signedIn, daily };
}
