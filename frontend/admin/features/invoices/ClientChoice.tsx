import { useMemo } from "react";
import { searchable } from "../../../../shared/search.ts";
import { SearchSelect } from "../../components/form/fields.tsx";
import type { ChoiceProps } from "../../components/table/filter-controls.tsx";

/** Chooses a client by typing a part of the name. */
export function ClientChoice({ label, value, options, onChange, titled }: ChoiceProps) {
  const all = useMemo(
    () => options.map(([value, label]) => ({ option: { value, label }, text: searchable(label) })),
    [options],
  );
  return (
    <SearchSelect
      {...(titled ? { label } : { "aria-label": label, w: 220 })}
      placeholder={options[0]?.[1]}
      nothingFoundMessage="No client of this list matches."
      all={all}
      value={value}
      onChange={onChange}
    />
  );
}
