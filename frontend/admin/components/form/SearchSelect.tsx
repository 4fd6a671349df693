import { Select, type SelectProps } from "@mantine/core";
import { useMemo, useState } from "react";
import { matcher } from "../table/search.ts";

/** More than anybody scrolls through; the rest is found by typing. */
const mostShown = 50;

/** What can be chosen, with the text it is found by. */
export type Searched = { option: { value: string; label: string }; text: string };

type Props = Omit<SelectProps, "data" | "value" | "onChange"> & {
  all: readonly Searched[];
  value: string;
  onChange: (value: string) => void;
};

/** Chooses one of thousands, which are found by typing. */
export function SearchSelect({ all, value, onChange, ...field }: Props) {
  const [search, setSearch] = useState("");
  const options = useMemo(() => {
    const chosen = all.find(({ option }) => option.value === value)?.option;
    const matches = chosen?.label === search ? () => true : matcher(search);
    const found = [];
    for (const { option, text } of all) {
      if (found.length === mostShown) break;
      if (option.value !== value && matches(text)) found.push(option);
    }
    return chosen ? [chosen, ...found] : found;
  }, [all, value, search]);
  return (
    <Select
      searchable
      openOnFocus={false}
      data={options}
      // The list is filtered above, before it is cut to length.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? "")}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      {...field}
    />
  );
}
