import type { MailProblem } from "../../../../shared/clients/client.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { formatInstant } from "../../labels/dates.ts";

const words = {
  bounced: {
    badge: "Email bounced",
    happened: "An email to this address bounced permanently",
    todo: "Enter another address and save. Reminders go there from the next daily run.",
  },
  complained: {
    badge: "Marked as spam",
    happened: "An email to this address was marked as spam",
    todo: "Ask the client how they want to be contacted. With another address, reminders are sent again.",
  },
} as const;

type Props = { problem: MailProblem | undefined };

export const MailProblemBadge = ({ problem }: Props) =>
  problem && (
    <span title={`${words[problem.kind].happened}. We send no more email there.`}>
      <Badge tone="overdue">{words[problem.kind].badge}</Badge>
    </span>
  );

/** Why email does not reach a client, and what to do. */
export const MailProblemNotice = ({ problem }: Props) =>
  problem && (
    <Notice tone="error" quiet>
      <p>
        {words[problem.kind].happened} on {formatInstant(problem.at)}, so we send no more email there.
      </p>
      <p>{words[problem.kind].todo}</p>
    </Notice>
  );
