import { Button, Group, Stack } from "@mantine/core";
import type { Client } from "../../../../shared/clients/client.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { endReasonNames } from "../../../../shared/subscriptions/fields.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import type { Dialog } from "../../components/form/use-dialog.ts";
import { announce } from "../../components/ui/announce.ts";
import { useChangeEach } from "../../queries/change-each.ts";
import { canEnd, endsToCome, lastEnd } from "../../rules/agreed-end.ts";

type Props = {
  client: Client;
  subscriptions: readonly Subscription[];
  open: (dialog: Dialog, id: string) => void;
};

/** The last day that is agreed, which can be withdrawn, or that has come, and the client can come back. */
export function AgreedEnd({ client, subscriptions, open }: Props) {
  const ends = endsToCome(subscriptions);
  const ended = lastEnd(subscriptions);
  const isAll = ends[0]?.subscriptions.length === canEnd(subscriptions).length;
  if (ends.length === 0 && !ended) return null;
  return (
    <Stack gap={4} mb={8}>
      {ends.map(({ day, subscriptions: ending }) => (
        <Group key={day} gap="4px 12px">
          <span>
            {`${isAll ? "Leaves" : `${counted(ending.length, "subscription")} end${ending.length === 1 ? "s" : ""}`} on ${formatDay(day)}${reasonOf(ending)}`}
          </span>
          <Withdraw day={day} subscriptions={ending} />
        </Group>
      ))}
      {ended && (
        <Group gap="4px 12px">
          <span>{`Left on ${formatDay(ended.day)}${reasonOf(ended.subscriptions)}`}</span>
          {client.status === "active" && !client.erased_at && (
            <Button variant="subtle" size="sm" onClick={() => open("back", client.id)}>
              Comes back
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

/** `: price` */
function reasonOf([first]: readonly Subscription[]): string {
  const reason = first?.end_reason;
  return reason ? `: ${endReasonNames[reason].toLowerCase()}` : "";
}

function Withdraw({ day, subscriptions }: { day: string; subscriptions: readonly Subscription[] }) {
  const { isPending, mutateAsync } = useChangeEach();
  // Then the button is gone, so its own callbacks would not run.
  async function withdraw() {
    const { failed } = await mutateAsync(
      subscriptions.map((subscription) => [subscription, { ends_on: null }] as const),
    );
    const [first] = failed;
    if (!first) announce(`The end on ${formatDay(day)} was withdrawn.`);
    else
      announce(
        `${counted(failed.length, "end")} could not be withdrawn. ${first.reason} Try again.`,
        "error",
      );
  }
  return (
    <Button
      variant="subtle"
      size="sm"
      aria-disabled={isPending}
      aria-label={`Withdraw the end on ${formatDay(day)}`}
      onClick={() => !isPending && void withdraw().catch(() => {})}
    >
      Withdraw
    </Button>
  );
}
