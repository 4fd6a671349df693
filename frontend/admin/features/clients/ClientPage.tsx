import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { isFree } from "../../../../shared/money.ts";
import { ApiError } from "../../../api.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "../../components/table/ListState.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { clientPage } from "../../queries/client-page.ts";
import { ClientDialog } from "./ClientDialog.tsx";
import { ClientFacts } from "./ClientFacts.tsx";
import classes from "./ClientPage.module.css";
import { ClientSums } from "./ClientSums.tsx";
import { NoteForm } from "./NoteForm.tsx";
import { SubscriptionList } from "./SubscriptionList.tsx";
import { Timeline } from "./Timeline.tsx";

/** A client's contact details, subscriptions, notes and timeline. */
export default function ClientPage() {
  const { id = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(clientPage(id));
  const dialog = useDialog();
  const notFound = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!data || notFound)
    return (
      <>
        <PageHead title="Client" lead="Contact, subscriptions and timeline." />
        {isPending && <ListLoading>Loading client...</ListLoading>}
        {notFound && (
          <ListEmpty
            title="Client not found"
            heading="h2"
            action={<Link to="/admin/clients">All clients</Link>}
          >
            There is no client at this address.
          </ListEmpty>
        )}
        {error && !notFound && (
          <ListFailure error={error} words={failed} some={false} retry={() => void refetch()} />
        )}
      </>
    );

  const { client, subscriptions, figures, today, unreadable } = data;
  const [first] = subscriptions
    .filter(({ status, amount }) => status === "active" && !isFree(amount))
    .sort((a, b) => (a.next_billing_date < b.next_billing_date ? -1 : 1));
  return (
    <>
      <PageHead
        title={client.name}
        lead={client.company && client.company !== client.name ? client.company : "Client"}
        action={first && <Button onClick={() => dialog.open("renew", first.id)}>Record payment</Button>}
      />
      {error && <ListFailure error={error} words={failed} some retry={() => void refetch()} />}
      <ListUnreadable unreadable={unreadable} />
      <Columns widths="348px minmax(0, 1fr)">
        <ClientFacts client={client} onEdit={() => dialog.open("edit", client.id)} />
        <div className={classes.main}>
          <ClientSums figures={figures} subscriptions={subscriptions} today={today} />
          <SubscriptionList client={client} subscriptions={subscriptions} today={today} open={dialog.open} />
          {!client.erased_at && <NoteForm client={client.id} today={today} />}
          <Timeline client={client} today={today} />
        </div>
      </Columns>
      {dialog.value("edit") === client.id && (
        <ClientDialog client={client} clients={[]} onClose={dialog.close} />
      )}
    </>
  );
}

const failed = ["Failed to fetch the client", "An error occurred while fetching the client"] as const;
