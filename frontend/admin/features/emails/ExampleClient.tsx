import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type Example, exampleOf } from "../../../../shared/emails/client-examples.ts";
import { clientPage } from "../../queries/client-page.ts";
import { clientList } from "../../queries/lists.ts";

/** More options than people scroll through; typing finds the rest. */
const MAX_OPTIONS = 50;

/** The values of a client for the preview, and the ids of the records. */
export type Chosen = {
  about: Example;
  ids: { client_id: string; subscription_id: string | undefined };
};

type Props = { onChange: (chosen: Chosen | undefined) => void };

/** Chooses a real client for the preview, with their first active subscription. */
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
        .sort((a, b) => a.label.localeCompare(b.label)),
    [clients.data],
  );
  const data = page.data?.client.id === id ? page.data : undefined;
  const subscription = data?.subscriptions.find(({ status }) => status === "active");

  useEffect(() => {
    onChange(
      data && {
        about: exampleOf(data.client, subscription),
        ids: { client_id: data.client.id, subscription_id: subscription?.id },
      },
    );
  }, [data, subscription, onChange]);

  return (
    <Select
      label="Preview with"
      placeholder="Example values, or type a client's name"
      description={
        data && !subscription
          ? `${data.client.name} has no active subscription. Amount and dates are examples.`
          : undefined
      }
      data={options}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Back to example values" }}
      limit={MAX_OPTIONS}
      value={id}
      onChange={setId}
      onFocus={() => setOpen(true)}
      nothingFoundMessage={clients.data?.complete ? "No active client matches." : "Loading clients..."}
    />
  );
}
