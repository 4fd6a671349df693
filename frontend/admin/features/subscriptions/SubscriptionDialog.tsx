import { useQuery } from "@tanstack/react-query";
import { clientPage, useSubscription } from "../../queries/client-page.ts";
import { clientList } from "../../queries/lists.ts";
import { SubscriptionForm } from "./SubscriptionForm.tsx";

type Props = { id?: string; clientId?: string; onClose: () => void };

/** Edits a subscription, or adds one for the client whose page is open. */
export default function SubscriptionDialog({ id = "", clientId, onClose }: Props) {
  const { subscription, client, today } = useSubscription(id);
  const page = useQuery({ ...clientPage(clientId ?? ""), enabled: clientId !== undefined });
  const clients = useQuery({ ...clientList, enabled: clientId === undefined });
  const own = clientId === undefined ? client : page.data?.client;
  if (clientId === undefined ? !subscription : !own) return null;
  return (
    <SubscriptionForm
      subscription={subscription}
      // Until all clients are loaded, only the own client can be chosen.
      clients={
        clients.data?.complete
          ? clients.data
          : { rows: own ? [own] : [], today, complete: clientId !== undefined, unreadable: 0 }
      }
      clientId={clientId}
      today={page.data?.today ?? today}
      onClose={onClose}
    />
  );
}
