import { useQuery } from "@tanstack/react-query";
import { clientPage, useSold } from "../../queries/client-page.ts";
import { clientList } from "../../queries/clients.ts";
import { SubscriptionForm } from "./SubscriptionForm.tsx";

type Props = { id?: string; buyer?: string; onClose: () => void };

/** A subscription edited, or sold to a client, from that client's page. */
export default function SubscriptionDialog({ id = "", buyer, onClose }: Props) {
  const { subscription, client, today } = useSold(id);
  const page = useQuery({ ...clientPage(buyer ?? ""), enabled: buyer !== undefined });
  const clients = useQuery({ ...clientList, enabled: buyer === undefined });
  const own = buyer === undefined ? client : page.data?.client;
  if (!own || (buyer === undefined && !subscription)) return null;
  return (
    <SubscriptionForm
      subscription={subscription}
      // The client is known; to whom else it could go comes after.
      clients={
        clients.data?.complete
          ? clients.data
          : { rows: [own], today, complete: buyer !== undefined, unreadable: 0 }
      }
      buyer={buyer}
      today={page.data?.today ?? today}
      onClose={onClose}
    />
  );
}
