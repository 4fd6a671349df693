import { Button } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import type { Client } from "../../../../shared/clients/client.ts";
import { searchable } from "../../../../shared/search.ts";
import { SearchSelect, Warning } from "../../components/form/fields.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { optionOf } from "./form-texts.ts";

type ClientFieldProps = {
  clients: readonly Client[];
  /** All clients are loaded. */
  complete: boolean;
  /** The subscription's client stays selectable when inactive, so that the subscription can be edited. */
  own: string | undefined;
  /** Whether sample clients are selectable, or real ones. */
  samples: boolean;
  value: string;
  onChange: (id: string) => void;
  error?: string;
  description?: ReactNode;
  disabled: boolean;
};

/** Selects an active client by name or email. */
export function ClientField({
  clients,
  complete,
  own,
  samples,
  value,
  onChange,
  ...field
}: ClientFieldProps) {
  const selectable = useMemo(
    () =>
      clients
        .filter((client) => client.id === own || isSelectable(client, { samples }))
        .map((client) => ({ option: optionOf(client), text: searchable(client.name, client.email) }))
        .sort((a, b) => (a.text < b.text ? -1 : 1)),
    [clients, own, samples],
  );

  const noClients = complete && !clients.some((client) => isSelectable(client, { samples }));
  const unknown = complete && value !== "" && !clients.some(({ id }) => id === value);
  return (
    <>
      <SearchSelect
        label="Client"
        placeholder="Type a name or an email address"
        required
        all={selectable}
        value={value}
        onChange={onChange}
        nothingFoundMessage="No active client matches."
        {...field}
      />
      {unknown && <Warning>The client of this subscription no longer exists. Choose another client.</Warning>}
      {noClients && (
        <Notice
          tone="plain"
          quiet
          action={
            <Button component={Link} to="/admin/clients?add=client" size="sm">
              Add a client
            </Button>
          }
        >
          There are no active clients yet. What you typed here is kept.
        </Notice>
      )}
    </>
  );
}

const isSelectable = ({ status, sample }: Client, { samples }: { samples: boolean }) =>
  status === "active" && (sample === true) === samples;
