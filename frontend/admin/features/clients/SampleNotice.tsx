import { useQuery } from "@tanstack/react-query";
import { type Client, hasSameDetails } from "../../../../shared/clients/client.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { subscriptionList } from "../../queries/subscriptions.ts";

type Props = { client: Client; typed: Parameters<typeof hasSameDetails>[0] };

/** Explains sample clients, and what saving this one does. */
export function SampleNotice({ client, typed }: Props) {
  const list = useQuery(subscriptionList);
  const count = list.data?.rows.filter(({ client_id }) => client_id === client.id).length ?? 0;
  if (hasSameDetails(client, typed)) {
    return (
      <Notice tone="plain" quiet>
        This is sample data. It gets no email. Save real details to make it a real client.
      </Notice>
    );
  }
  return (
    <Notice tone="warning">
      <p>Saving makes this a real client, who counts in the totals and gets email.</p>
      {count > 0 && (
        <p>
          {count === 1 ? "Its subscription becomes" : `Its ${count} subscriptions become`} real too, and
          reminders are sent. Check amounts and dates.
        </p>
      )}
      {typed.email.trim() === client.email && <p>The email address is still the sample address.</p>}
    </Notice>
  );
}
