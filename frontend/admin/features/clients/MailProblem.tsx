import type { MailProblem } from "../../../../shared/clients.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { formatInstant } from "../../words/dates.ts";

const words = {
  bounced: {
    badge: "Mail came back",
    happened: "Mail to this address came back for good",
    todo: "Enter another address and save: reminders go there from the next run on.",
  },
  complained: {
    badge: "Marked as spam",
    happened: "An email to this address was marked as spam",
    todo: "Ask the client how they want to hear from you. With another address, reminders go out again.",
  },
} as const;

type Props = { problem: MailProblem | undefined };

export const MailProblemBadge = ({ problem }: Props) =>
  problem && (
    <span title={`${words[problem.kind].happened}. No more mail goes there.`}>
      <Badge tone="overdue">{words[problem.kind].badge}</Badge>
    </span>
  );

/** What it means that no mail reaches a client, and what to do about it. */
export const MailProblemNotice = ({ problem }: Props) =>
  problem && (
    <Notice tone="error" quiet>
      <p>
        {words[problem.kind].happened} on {formatInstant(problem.at)}, so no more mail goes there.
      </p>
      <p>{words[problem.kind].todo}</p>
    </Notice>
  );
