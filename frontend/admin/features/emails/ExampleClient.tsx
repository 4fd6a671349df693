import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { aboutClient, type Example } from "../../../../shared/emails/client-examples.ts";
import { clientPage } from "../../queries/client-page.ts";
import { clientList } from "../../queries/clients.ts";

/** More than anybody scrolls through; the rest is found by typing. */
const mostShown = 50;

/** What an email says of a client, and by which records. */
export type Chosen = {
  about: Example;
  ids: { client_id: string; subscription_id: string | undefined };
};

type Props = { onChange: (chosen: Chosen | undefined) => void };

/** Shows an email as a real client would get it: with the first of their active subscriptions. */
export function ExampleClient({ onChange }: Props) {
  const [open, setOpen] = useState(false);
  const [id, setId] = useState<string | null>(null);
  const clients = useQuery({ ...clientList, enabled: open || id !== null });
  const page = useQuery({ ...clientPage(id ?? ""), enabled: id !== null });
  const options = useMemo(
    () =>
      (clients.data?.rows ?? [])
        .filter(({ status }) => status === "active")
        .map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [clients.data],
  );
  const data = page.data?.client.id === id ? page.data : undefined;
  const sold = data?.subscriptions.find(({ status }) => status === "active");

  useEffect(() => {
    onChange(
      data && {
        about: aboutClient(data.client, sold),
        ids: { client_id: data.client.id, subscription_id: sold?.id },
      },
    );
  }, [data, sold, onChange]);

  return (
    <Select
      label="Preview with"
      placeholder="Example values: type a client's name for theirs"
      description={
        data && !sold
          ? `${data.client.name} has no active subscription: the amount and the dates are examples.`
          : undefined
      }
      data={options}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Back to example values" }}
      limit={mostShown}
      value={id}
      onChange={setId}
      onFocus={() => setOpen(true)}
      nothingFoundMessage={clients.data?.complete ? "No active client fits." : "Loading clients..."}
    />
  );
}
