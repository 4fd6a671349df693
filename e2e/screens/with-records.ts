import { clientScreens, dashboardScreens } from "./clients.ts";
import { officeScreens, settingsScreens } from "./office.ts";
import { paymentScreens } from "./payments.ts";
import type { Screen } from "./screen.ts";
import type { Seeded } from "./seed.ts";
import { subscriptionScreens } from "./subscriptions.ts";

/** Every screen of an administrator with the records of `seed`, in three parts. */
export const screensWithRecords: [part: string, screens: (seeded: Seeded) => Screen[]][] = [
  ["the dashboard and clients", (seeded) => [...dashboardScreens(), ...clientScreens(seeded)]],
  ["subscriptions and payments", (seeded) => [...subscriptionScreens(seeded), ...paymentScreens(seeded)]],
  ["the other screens", () => [...officeScreens(), ...settingsScreens()]],
];
