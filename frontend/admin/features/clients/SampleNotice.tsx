import { useQuery } from "@tanstack/react-query";
import { type Client, hasSameDetails } from "../../../../shared/clients.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { subscriptionList } from "../../queries/subscriptions.ts";

type Props = { client: Client; typed: Parameters<typeof hasSameDetails>[0] };

/** What it means that a client is a sample, and what saving will make of it. */
export function SampleNotice({ client, typed }: Props) {
  const list = useQuery(subscriptionList);
  const kept = list.data?.rows.filter(({ client_id }) => client_id === client.id).length ?? 0;
  if (hasSameDetails(client, typed)) {
    return (
      <Notice tone="plain" quiet>
        This is sample data: made up, and never written to. Save other details over it, and it is a real
        client.
      </Notice>
    );
  }
  return (
    <Notice tone="warning">
      <p>Saving makes this a real client, who counts and can be written to.</p>
      {kept > 0 && (
        <p>
          {kept === 1 ? "Its subscription becomes" : `Its ${kept} subscriptions become`} real with it, and
          reminders go out: check amounts and dates.
        </p>
      )}
      {typed.email.trim() === client.email && <p>The e-mail address is still the made-up one.</p>}
    </Notice>
  );
}
