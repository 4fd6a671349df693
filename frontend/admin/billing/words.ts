import type { RenewalState } from "../../../shared/billing.ts";
import type { Frequency, SubscriptionStatus } from "../../../shared/subscriptions.ts";
import type { Tone } from "../look/Badge.tsx";

export const frequencyNames: Record<Frequency, string> = {
  monthly: "Monthly",
  quarterly: "Quarterly",
  "semi-annual": "Semi-Annual",
  yearly: "Yearly",
};

/** Completes "$149.99 …". */
export const everyTime: Record<Frequency, string> = {
  monthly: "every month",
  quarterly: "every quarter",
  "semi-annual": "every half-year",
  yearly: "every year",
};

export const statusNames: Record<SubscriptionStatus, string> = {
  active: "Active",
  paused: "Paused",
  inactive: "Inactive",
};

export const statusTones: Record<SubscriptionStatus, Tone> = {
  active: "fine",
  paused: "soon",
  inactive: "quiet",
};

/** The note beside a billing date. */
export function renewalNote(state: RenewalState): string {
  switch (state.name) {
    case "overdue":
      return `${state.days} days overdue`;
    case "due-soon":
      return `Due in ${state.days} days`;
    case "none":
      return "";
  }
}
