import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Member } from "../../../../shared/staff/staff.ts";
import {
  answerWith,
  backOffice,
  field,
  fill,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { MemberDialog } from "./MemberDialog.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";

const id = numberedId(1);
const member: Member = {
  id,
  email: "asha@office.example",
  name: "Asha",
  role: "staff",
  state: "active",
  second_factor: true,
};
const INVITE = "POST /api/v1/staff/members";
const CHANGE = `PUT /api/v1/staff/members/${id}`;

async function invite() {
  const onClose = vi.fn();
  render(<InviteDialog onClose={onClose} />, { wrapper: backOffice("admin").wrapper });
  await screen.findByLabelText(/^Name/);
  return onClose;
}

test("an invitation needs a name and an address, and is sent with the chosen role", async () => {
  answerWith({ [INVITE]: { member: { ...member, state: "invited" } } });
  const onClose = await invite();
  fill(/^Email/, "asha@");
  press("Send invitation");
  await shows("Please give the name.");
  expect(field(/^Email/).getAttribute("aria-invalid")).toBe("true");
  expect(sentTo(INVITE)).toEqual([]);
  fill(/^Name/, "Asha");
  fill(/^Email/, "asha@office.example");
  fill(/^Role/, "admin");
  press("Send invitation");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(INVITE)).toEqual([{ name: "Asha", email: "asha@office.example", role: "admin" }]);
  expect(announcements.get()?.text).toBe("Asha was invited.");
});

test("a refused invitation keeps what was typed", async () => {
  answerWith({ [INVITE]: refuse(409, "asha@office.example has access already.") });
  const onClose = await invite();
  fill(/^Name/, "Asha");
  fill(/^Email/, "asha@office.example");
  press("Send invitation");
  await shows("asha@office.example has access already.");
  await shows("What you typed is still here. Trying again sends no second email.");
  expect([field(/^Name/).value, onClose.mock.calls]).toEqual(["Asha", []]);
});

async function change(shown: Member = member, own = false) {
  const [onRemove, onClose] = [vi.fn(), vi.fn()];
  render(<MemberDialog member={shown} own={own} onRemove={onRemove} onClose={onClose} />, {
    wrapper: backOffice("admin").wrapper,
  });
  await screen.findByLabelText(/^Role/);
  return { onRemove, onClose };
}

test("only what changed of a member is sent, and the button names the disabling", async () => {
  answerWith({ [CHANGE]: { member: { ...member, state: "disabled" } } });
  const { onClose } = await change();
  fireEvent.click(field(/^Disabled/));
  press("Disable");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sentTo(CHANGE)).toEqual([{ disabled: true }]);
  expect(announcements.get()?.text).toBe("Asha is disabled.");
});

test("saving nothing sends nothing, and a new role is announced", async () => {
  answerWith({ [CHANGE]: { member } });
  const { onClose } = await change();
  press("Save");
  expect([onClose.mock.calls.length, sentTo(CHANGE)]).toEqual([1, []]);
  fill(/^Role/, "admin");
  press("Save");
  await waitFor(() => expect(announcements.get()?.text).toBe("Asha is now admin."));
  expect(sentTo(CHANGE)).toEqual([{ role: "admin" }]);
});

test("people change neither their own access nor remove themselves", async () => {
  await change(member, true);
  expect(screen.queryByLabelText(/^Disabled/)).toBeNull();
  expect(screen.queryByText("Remove...")).toBeNull();
  expect(screen.queryByText("Reset sign-in code")).toBeNull();
});

test("an open invitation is sent again or withdrawn", async () => {
  const AGAIN = `POST /api/v1/staff/members/${id}/invitation`;
  answerWith({ [AGAIN]: { member } });
  const { onRemove } = await change({ ...member, state: "invited" });
  press("Withdraw invitation...");
  expect(onRemove).toHaveBeenCalledOnce();
  press("Invite again");
  await waitFor(() => expect(announcements.get()?.text).toBe("Asha was invited again."));
  expect(sentTo(AGAIN)).toHaveLength(1);
});

test("before somebody is removed, the files they saved are shown", async () => {
  const exports = [{ at: "2026-12-24T06:00:00.000Z", kind: "list.exported", list: "Clients", rows: 12 }];
  const REMOVE = `DELETE /api/v1/staff/members/${id}`;
  answerWith({ [`GET /api/v1/staff/members/${id}/exports`]: { exports }, [REMOVE]: {} });
  const onClose = vi.fn();
  render(<RemoveDialog member={member} onClose={onClose} />, { wrapper: backOffice("admin").wrapper });
  await shows("Files they saved in the last 30 days");
  await shows("Clients, 12 rows");
  press("Remove");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect([sentTo(REMOVE).length, announcements.get()?.text]).toEqual([1, "Asha was removed."]);
});
