import {
  CognitoIdentityProviderClient,
  paginateListUsersInGroup,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Job } from "../email-jobs.ts";
import { enqueue } from "../email-queue.ts";
import { variable } from "../environment.ts";
import { logFailure } from "../log.ts";
import { forget, type Stored, type Untold } from "./store.ts";

type Reader = { reader_id: string; to: string; reader: string };

/**
 * Sees that those concerned are told of changes, and then gives the settings. What could not be told stays with the
 * settings, and is told when they are asked for next.
 */
export async function told({ settings, untold }: Stored) {
  if (untold.length > 0) {
    try {
      await tell(untold);
      await forget(settings.version);
    } catch (error) {
      logFailure("change of settings not told", error);
    }
  }
  return { settings };
}

/**
 * Asks for the emails that tell of changes: to the administrators, and to the address that was to be notified
 * before. Asked for twice, each goes out once.
 */
async function tell(untold: Untold[]): Promise<void> {
  const admins = await administrators();
  await enqueue(
    untold.flatMap((change) =>
      readersOf(change, admins).map((reader): Job => ({ email: "settings-change", ...change, ...reader })),
    ),
  );
}

function readersOf({ changes }: Untold, admins: Reader[]): Reader[] {
  const former = changes.find(({ field }) => field === "notification_email")?.before;
  const known = admins.some(({ to }) => to.toLowerCase() === former?.toLowerCase());
  return former && !known
    ? [...admins, { reader_id: "former", to: former, reader: "The notification address before" }]
    : admins;
}

/** Those who have come, and can be written to. */
async function administrators(): Promise<Reader[]> {
  const found: Reader[] = [];
  // Made when it is needed, which is rarely: every page waits for this function.
  const client = new CognitoIdentityProviderClient({
    requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  });
  const asked = { UserPoolId: variable("USER_POOL_ID"), GroupName: "admin" };
  for await (const { Users = [] } of paginateListUsersInGroup({ client }, asked))
    for (const { Username = "", Attributes = [], Enabled, UserStatus } of Users) {
      const attribute = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value;
      const to = attribute("email");
      if (!to || attribute("email_verified") !== "true") continue;
      if (Enabled && UserStatus !== "FORCE_CHANGE_PASSWORD")
        found.push({ reader_id: Username, to, reader: attribute("name") || to });
    }
  return found;
}
