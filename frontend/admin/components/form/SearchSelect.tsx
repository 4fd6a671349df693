import { Select, type SelectProps } from "@mantine/core";
import { useMemo, useState } from "react";
import { matcher } from "../../../../shared/lists/search.ts";

/** More options than people scroll through; typing finds the rest. */
const MAX_OPTIONS = 50;

/** An option, and the text that a search looks through. */
export type SearchOption = { option: { value: string; label: string }; text: string };

type Props = Omit<SelectProps, "data" | "value" | "onChange"> & {
  all: readonly SearchOption[];
  value: string;
  onChange: (value: string) => void;
};

/** A select for thousands of options, found by typing. */
export function SearchSelect({ all, value, onChange, ...field }: Props) {
  const [search, setSearch] = useState("");
  const options = useMemo(() => {
    const chosen = all.find(({ option }) => option.value === value)?.option;
    const matches = chosen?.label === search ? () => true : matcher(search);
    const found = [];
    for (const { option, text } of all) {
      if (found.length === MAX_OPTIONS) break;
      if (option.value !== value && matches(text)) found.push(option);
    }
    return chosen ? [chosen, ...found] : found;
  }, [all, value, search]);
  return (
    <Select
      searchable
      openOnFocus={false}
      data={options}
      // The options are filtered above.
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
