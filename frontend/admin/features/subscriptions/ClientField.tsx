import { Button, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { Client } from "../../../../shared/clients.ts";
import { Warning } from "../../components/form/Warning.tsx";
import { matcher, searchable } from "../../components/table/search.ts";
import { Notice } from "../../components/ui/Notice.tsx";

/** More than anybody scrolls through; the rest is found by typing. */
const mostShown = 50;

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
  const [search, setSearch] = useState("");
  const selectable = useMemo(
    () =>
      clients
        .filter(({ id, status, sample }) => id === own || (status === "active" && (samples || !sample)))
        .map((client) => ({ option: optionOf(client), text: searchable(client.name, client.email) }))
        .sort((a, b) => (a.text < b.text ? -1 : 1)),
    [clients, own, samples],
  );
  const options = useMemo(() => {
    const chosen = selectable.find(({ option }) => option.value === value)?.option;
    const matches = chosen?.label === search ? () => true : matcher(search);
    const found = [];
    for (const { option, text } of selectable) {
      if (found.length === mostShown) break;
      if (option.value !== value && matches(text)) found.push(option);
    }
    return chosen ? [chosen, ...found] : found;
  }, [selectable, value, search]);

  const offered = ({ status, sample }: Client) => status === "active" && (samples || !sample);
  const nobody = complete && !clients.some(offered);
  const unknown = complete && value !== "" && !clients.some(({ id }) => id === value);
  return (
    <>
      <Select
        label="Client"
        placeholder="Type a name or an e-mail address"
        required
        searchable
        openOnFocus={false}
        data={options}
        // The list is filtered above, before it is cut to length.
        filter={({ options }) => options}
        searchValue={search}
        onSearchChange={setSearch}
        value={value || null}
        onChange={(id) => onChange(id ?? "")}
        allowDeselect={false}
        nothingFoundMessage="No active client fits."
        comboboxProps={{ withinPortal: true }}
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
