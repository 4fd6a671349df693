import type { Fields } from "../field.ts";
import type { Member } from "./staff.ts";

export const roleNames = { admin: "Admin", staff: "Staff", none: "No role" } as const;

export const memberStateNames: Record<Member["state"], string> = {
  active: "Active",
  invited: "Invited",
  disabled: "Disabled",
};

/** In the order of the exported file. */
export const memberFields = {
  name: {
    label: "Name",
    kind: "text",
    description: "The name they gave; empty if they have not given one.",
    searched: true,
  },
  email: { label: "Email", kind: "text", description: "They sign in with this address.", searched: true },
  role: {
    label: "Role",
    kind: "text",
    description: "Administrators also manage staff and settings. Without a role they can do nothing.",
    names: roleNames,
    absent: "none",
  },
  state: {
    label: "State",
    kind: "text",
    description: "invited: has not signed in yet; disabled: cannot sign in.",
    names: memberStateNames,
  },
  invited_until: {
    label: "Invited until",
    kind: "day",
    description: "The last day on which an open invitation is valid.",
  },
  signed_in_at: { label: "Last sign-in", kind: "moment", description: "Absent if they never signed in." },
  second_factor: {
    label: "Sign-in code",
    kind: "yes-no",
    description: "Whether they sign in with a code from an app too.",
  },
  id: { label: "Id", kind: "id", description: "Identifies the member of staff." },
} as const satisfies Fields<keyof Member>;
