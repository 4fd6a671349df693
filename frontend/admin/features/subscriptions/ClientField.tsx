import { Button } from "@mantine/core";
import { useMemo } from "react";
import { Link } from "react-router";
import type { Client } from "../../../../shared/clients.ts";
import { SearchSelect } from "../../components/form/SearchSelect.tsx";
import { Warning } from "../../components/form/Warning.tsx";
import { searchable } from "../../components/table/search.ts";
import { Notice } from "../../components/ui/Notice.tsx";

const optionOf = ({ id, name, email, status, sample }: Client) => ({
  value: id,
  label: `${name}${email && ` (${email})`}${status === "inactive" ? ", inactive" : ""}${sample ? ", sample" : ""}`,
});

type Props = {
  clients: readonly Client[];
  /** Whether these are all the clients there are. */
  complete: boolean;
  /** The subscription's own client is offered even when inactive: it could not be edited otherwise. */
  own: string | undefined;
  /** Whether sample clients are offered; a real subscription goes to none. */
  samples: boolean;
  value: string;
  onChange: (id: string) => void;
  error?: string;
  description?: string | undefined;
  disabled: boolean;
};

/** Chooses an active client by name or e-mail. */
export function ClientField({ clients, complete, own, samples, value, onChange, ...field }: Props) {
  const selectable = useMemo(
    () =>
      clients
        .filter(({ id, status, sample }) => id === own || (status === "active" && (samples || !sample)))
        .map((client) => ({ option: optionOf(client), text: searchable(client.name, client.email) }))
        .sort((a, b) => (a.text < b.text ? -1 : 1)),
    [clients, own, samples],
  );

  const offered = ({ status, sample }: Client) => status === "active" && (samples || !sample);
  const nobody = complete && !clients.some(offered);
  const unknown = complete && value !== "" && !clients.some(({ id }) => id === value);
  return (
    <>
      <SearchSelect
        label="Client"
        placeholder="Type a name or an e-mail address"
        required
        all={selectable}
        value={value}
        onChange={onChange}
        nothingFoundMessage="No active client fits."
        {...field}
      />
      {unknown && (
        <Warning>The client of this subscription is not there any more. Choose the one who pays.</Warning>
      )}
      {nobody && (
        <Notice
          tone="plain"
          quiet
          action={
            <Button component={Link} to="/admin/clients?add=client" size="sm">
              Add a client
            </Button>
          }
        >
          There is no active client yet. What you typed here is kept.
        </Notice>
      )}
    </>
  );
}
