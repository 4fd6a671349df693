import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type Example, nobody } from "../../../../shared/emails/client-examples.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { clientPage } from "../../queries/client-page.ts";
import { clientList } from "../../queries/clients.ts";

/** More than anybody scrolls through; the rest is found by typing. */
const mostShown = 50;

type Props = { onChange: (about: Example | undefined) => void };

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
        client: data.client.name,
        reference: data.client.payment_reference,
        ...(sold
          ? {
              frequency: sold.frequency,
              service: sold.service,
              amount: sold.amount,
              currency: currencyOf(sold),
              paid: sold.paid,
              period: sold.next_billing_date,
            }
          : { frequency: nobody.frequency, amount: nobody.amount, currency: nobody.currency }),
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
