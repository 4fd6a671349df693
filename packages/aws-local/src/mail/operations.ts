import { AwsError } from "../aws-error.ts";
import { bareAddress } from "./address.ts";
import { members } from "./outgoing.ts";
import type { openQuota } from "./quota.ts";
import type { openStatistics } from "./statistics.ts";
import { escapeXml, listXml } from "./xml.ts";

/**
 * SES v1's operations about the account and its identities: the XML inside the result, or null when they answer
 * nothing. An identity that is asked to be verified is verified at once, since nobody's mailbox is involved.
 * @throws AwsError InvalidAction for what is not here
 */
export function mailOperations(state: {
  identities: Set<string>;
  quota: ReturnType<typeof openQuota>;
  statistics: ReturnType<typeof openStatistics>;
  account: { sendingEnabled: boolean };
}) {
  const { identities, quota, statistics, account } = state;
  const operations = new Map<string, (parameters: Record<string, string>) => string | null>([
    [
      "GetSendQuota",
      () =>
        `<Max24HourSend>${quota.quota.max24HourSend.toFixed(1)}</Max24HourSend>` +
        `<MaxSendRate>${quota.quota.maxSendRate.toFixed(1)}</MaxSendRate>` +
        `<SentLast24Hours>${quota.sentLast24Hours().toFixed(1)}</SentLast24Hours>`,
    ],
    [
      "GetSendStatistics",
      () => {
        const points = statistics.list().map((interval) =>
          Object.entries({ ...interval, Timestamp: new Date(interval.Timestamp).toISOString() })
            .map(([name, value]) => `<${name}>${value}</${name}>`)
            .join(""),
        );
        return `<SendDataPoints>${listXml(points)}</SendDataPoints>`;
      },
    ],
    ["GetAccountSendingEnabled", () => `<Enabled>${account.sendingEnabled}</Enabled>`],
    [
      "UpdateAccountSendingEnabled",
      (parameters) => {
        account.sendingEnabled = parameters.Enabled === "true";
        return null;
      },
    ],
    [
      "ListIdentities",
      (parameters) => {
        const listed = [...identities].filter((identity) => {
          if (parameters.IdentityType === undefined) return true;
          return identity.includes("@") === (parameters.IdentityType === "EmailAddress");
        });
        return `<Identities>${listXml(listed.map(escapeXml))}</Identities>`;
      },
    ],
    [
      "GetIdentityVerificationAttributes",
      (parameters) => {
        const entries = members(parameters, "Identities")
          .filter((asked) => identities.has(asked))
          .map(
            (asked) =>
              `<entry><key>${escapeXml(asked)}</key><value><VerificationStatus>Success</VerificationStatus></value></entry>`,
          );
        return `<VerificationAttributes>${entries.join("")}</VerificationAttributes>`;
      },
    ],
    [
      "VerifyEmailIdentity",
      (parameters) => {
        const address = bareAddress(parameters.EmailAddress ?? "");
        identities.add(address);
        return "";
      },
    ],
  ]);
  return (operation: string, parameters: Record<string, string>): string | null => {
    const run = operations.get(operation);
    if (!run)
      throw new AwsError(
        "InvalidAction",
        `Could not find operation ${operation} for version 2010-12-01: this machine's mail has no such operation.`,
      );
    return run(parameters);
  };
}
