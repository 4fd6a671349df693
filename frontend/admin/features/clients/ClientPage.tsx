import { Box, Button, Group, Skeleton, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { isOneOff } from "../../../../shared/billing/account.ts";
import { NewNote } from "../../../../shared/clients/timeline.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { errorsOf } from "../../../../shared/errors.ts";
import { ApiError } from "../../../api.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ChargeList } from "../../components/table/ChargeList.tsx";
import { ListEmpty, ListLoading, ListUnreadable, QueryFailure } from "../../components/table/ListState.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { CardSkeleton, RowsSkeleton } from "../../components/ui/Skeletons.tsx";
import { usePhone, useWide } from "../../components/ui/use-narrow.ts";
import { clientOwed, clientPage } from "../../queries/client-page.ts";
import { companyBeside } from "../../rules/client-company.ts";
import { ClientDialog } from "./ClientDialog.tsx";
import { ClientFacts } from "./ClientFacts.tsx";
import { ClientInvoices } from "./ClientInvoices.tsx";
import { Owed } from "./Owed.tsx";
import { useAddNote } from "./queries.ts";
import { SubscriptionList } from "./SubscriptionList.tsx";
import { Timeline } from "./Timeline.tsx";

/** Shows a client's debts, subscriptions, details, notes and timeline. */
export default function ClientPage() {
  const { id = "" } = useParams();
  const query = useQuery(clientPage(id));
  const { data, error, isPending } = query;
  const { data: account } = useQuery(clientOwed(id));
  const dialog = useDialog();
  const wide = useWide();
  const notFound = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!data || notFound)
    return (
      <>
        <PageHead title="Client" lead="Contact, subscriptions and timeline." />
        {isPending && (
          <ListLoading
            shape={
              <Box display="grid" style={{ gap: "24px 32px", alignItems: "start", ...(wide && twoColumns) }}>
                <Box className="boxed" p={20} aria-hidden="true">
                  <Skeleton height={70} width="60%" />
                </Box>
                <RowsSkeleton rows={3} />
                <Box style={wide ? atTheSide : undefined}>
                  <CardSkeleton fields={6} />
                </Box>
                <RowsSkeleton rows={6} />
              </Box>
            }
          >
            Loading client...
          </ListLoading>
        )}
        {notFound && (
          <ListEmpty
            title="Client not found"
            heading="h2"
            action={<Link to="/admin/clients">All clients</Link>}
          >
            There is no client at this address.
          </ListEmpty>
        )}
        {!notFound && <QueryFailure query={query} texts={failed} />}
      </>
    );

  const { client, subscriptions, figures, today, unreadable } = data;
  return (
    <>
      <PageHead title={client.name} lead={companyBeside(client.name, client.company) ?? "Client"} brief />
      <QueryFailure query={query} texts={failed} />
      <ListUnreadable unreadable={unreadable} />
      <Box display="grid" style={{ gap: "24px 32px", alignItems: "start", ...(wide && twoColumns) }}>
        <Owed
          id={client.id}
          figures={figures}
          onRecord={() => dialog.open("pay", client.id)}
          onRefund={() => dialog.open("refund", client.id)}
        />
        <ChargeList client={client.id} heading="h2" canAdd={!client.erased_at} />
        <Stack gap={24} miw={0}>
          <SubscriptionList client={client} subscriptions={subscriptions} today={today} open={dialog.open} />
          <ClientInvoices client={client.id} />
        </Stack>
        <Box miw={0} style={wide ? atTheSide : undefined}>
          <ClientFacts
            client={client}
            figures={figures}
            onEdit={() => dialog.open("edit", client.id)}
            onStatement={() => dialog.open("statement", client.id)}
          />
        </Box>
        <Stack gap={24} miw={0}>
          {!client.erased_at && <NoteForm client={client.id} today={today} />}
          <Timeline
            client={client}
            today={today}
            named={subscriptions.length > 1 || account?.charges.some(isOneOff) === true}
          />
        </Stack>
      </Box>
      {dialog.value("edit") === client.id && (
        <ClientDialog client={client} clients={[]} onClose={dialog.close} />
      )}
    </>
  );
}

/** The facts are beside all rows, and stay in view while the timeline scrolls. */
const twoColumns: CSSProperties = { gridTemplate: "auto auto auto 1fr / minmax(0, 1fr) 344px" };
const atTheSide: CSSProperties = {
  gridArea: "1 / 2 / 5",
  position: "sticky",
  top: 24,
  maxHeight: "calc(100dvh - 48px)",
  overflowY: "auto",
};

const failed = ["Failed to fetch the client", "An error occurred while fetching the client"] as const;

/** Adds a note, optionally with a day on which the dashboard shows it. A button until it is opened. */
function NoteForm({ client, today }: { client: string; today: Day }) {
  const [open, setOpen] = useState(false);
  const [hasClosed, setHasClosed] = useState(false);
  // The browser chooses the id, so that a retry after a lost response creates no second note.
  const [id, setId] = useState(() => crypto.randomUUID());
  const text = useRef<HTMLTextAreaElement>(null);
  const add = useAddNote(client);
  const onPhone = usePhone();
  const bodyOf = ({ text, due_on }: typeof empty) => ({ id, text, ...(due_on && { due_on }) });
  const form = useForm({ initialValues: empty, validate: (values) => errorsOf(NewNote, bodyOf(values)) });

  function close() {
    setId(crypto.randomUUID());
    form.reset();
    add.reset();
    setOpen(false);
    setHasClosed(true);
  }

  function save(values: typeof empty) {
    if (add.isPending) return;
    add.mutate(bodyOf(values), {
      onSuccess: ({ note: { due_on } }) => {
        announce(`The note was added.${due_on ? ` The dashboard shows it on ${formatDay(due_on)}.` : ""}`);
        close();
      },
    });
  }

  if (!open)
    return (
      <Button
        className="unprinted"
        variant="subtle"
        size="sm"
        px={8}
        mx={-8}
        style={{ alignSelf: "start" }}
        leftSection={<Icon name="note" size={16} />}
        // Where the form was, the focus stays.
        autoFocus={hasClosed}
        onClick={() => setOpen(true)}
      >
        Add a note
      </Button>
    );
  return (
    <form
      className="unprinted"
      onSubmit={form.onSubmit(save, () => text.current?.focus())}
      noValidate
      aria-label="New note"
    >
      <Stack gap={12}>
        <Failure
          error={add.error}
          texts={["Failed to add the note", "An error occurred while adding the note"]}
        />
        <Textarea
          ref={text}
          label="Note"
          placeholder="What was said or agreed"
          autosize
          minRows={2}
          autoFocus
          disabled={add.isPending}
          {...form.getInputProps("text")}
        />
        <Group align="flex-end" gap={12}>
          <TextInput
            label="Remind me on (optional)"
            type="date"
            w={onPhone ? "100%" : undefined}
            min={today}
            disabled={add.isPending}
            {...form.getInputProps("due_on")}
          />
          <Button type="submit" variant="default" aria-disabled={add.isPending}>
            {add.isPending ? "Saving..." : "Add note"}
          </Button>
          <Button variant="subtle" aria-disabled={add.isPending} onClick={() => !add.isPending && close()}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const empty = { text: "", due_on: "" };
