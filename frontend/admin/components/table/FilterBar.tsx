import { Button, Group, Menu } from "@mantine/core";
import { type ComponentType, type ReactNode, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import type { CsvExport } from "../../../../shared/csv.ts";
import type { Tone } from "../../../../shared/tone.ts";
import { orderOptions, orderText, parseOrder } from "../../rules/list-order.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import type { Column } from "./columns.ts";
import { saveCsv } from "./export.ts";
import { Choice, type ChoiceProps, FilterSheet, type Options, SearchBox } from "./filter-controls.tsx";
import classes from "./ListPage.module.css";
import { ActionItem, type RowAction, targetOf } from "./RowActions.tsx";
import type { List, ListStatus } from "./use-list.ts";

/** A filter with one press: `3 overdue`. */
export type QuickFilter = { name: string; value: string; text: string; tone: Tone };

export type FilterProps<R> = {
  status: ListStatus;
  list: List<R>;
  /** The choice of days, if the list has one. */
  days?: ReactNode;
  /** The label of the search box; without it there is none. */
  search?: string;
  /** `Control` chooses among more options than a select can show. */
  filters?: readonly {
    name: string;
    label: string;
    options: Options;
    Control?: ComponentType<ChoiceProps>;
  }[];
  quick?: readonly QuickFilter[];
  /** The CSV export of the shown rows, in the shown order. */
  exported?: CsvExport<R>;
  /** Loads what is not on the screen yet, before the export; undefined if that failed. */
  loadAll?: () => Promise<readonly R[] | undefined>;
  /** Other files, from a dialog or another page. */
  moreFiles?: readonly { label: string; icon?: "up" | "down"; onClick: () => void }[] | undefined;
  /** The path of the import page. */
  importPath?: string;
};

type Props<R> = FilterProps<R> & { columns: readonly Column<R>[] | undefined; cards: boolean };

/** Search and filters, and files at the end of the first line. On phones all but the search and the quick filters are in a sheet. */
export function FilterBar<R>(props: Props<R>) {
  const { columns, cards, list, days, search, filters = [], quick = [] } = props;
  const { shown } = list;
  const [choosing, setChoosing] = useState(false);
  const choices = filters.map(({ name, label, options, Control = Choice }) => (
    <Control
      key={name}
      label={label}
      value={list.chosen[name] ?? ""}
      options={options}
      onChange={(value) => list.choose(name, value)}
      titled={cards}
    />
  ));
  const active = filters.filter(({ name }) => list.chosen[name]).length;
  const files = filesOf(props, () => setChoosing(false));
  return (
    <Group
      className="unprinted"
      gap={8}
      mt={cards ? 8 : 0}
      mb={cards ? 8 : 12}
      wrap="nowrap"
      align="flex-start"
    >
      <Group gap={8} flex={1} miw={0}>
        {search && <SearchBox label={search} value={list.search} onChange={list.setSearch} large={cards} />}
        {!cards && days}
        {cards ? (
          <Button
            variant="default"
            size="md"
            px={14}
            leftSection={<Icon name="filter" />}
            onClick={() => setChoosing(true)}
          >
            {active > 0 ? `Filters (${active})` : "Filters"}
          </Button>
        ) : (
          choices
        )}
        {quick.length > 0 && <QuickFilters quick={quick} list={list} cards={cards} />}
      </Group>
      {!cards && files.length > 0 && <FilesMenu files={files} />}
      {choosing && cards && (
        <FilterSheet
          shown={`Show ${counted(shown?.length ?? 0, "row")}`}
          showAll={list.showAll}
          onClose={() => setChoosing(false)}
        >
          {days}
          {choices}
          {columns && (
            <Choice
              label="Order"
              titled
              value={orderText(list.sorting.order)}
              options={orderOptions(columns, list.sorting)}
              onChange={(text) => list.sorting.change(parseOrder(text))}
            />
          )}
          {files.map((file) => (
            <Button key={file.name} variant="default" size="md" {...targetOf(file)}>
              {file.name}
            </Button>
          ))}
        </FilterSheet>
      )}
    </Group>
  );
}

type FileProps<R> = Pick<Props<R>, "status" | "list" | "exported" | "loadAll" | "moreFiles" | "importPath">;

/** The files to import and export. `closeSheet` closes the sheet under a dialog that opens. */
function filesOf<R>(
  { status, list: { shown }, exported, loadAll, moreFiles = [], importPath }: FileProps<R>,
  closeSheet: () => void,
): RowAction[] {
  async function exportShown() {
    const rows = loadAll ? await loadAll() : shown;
    if (exported && rows) await saveCsv(exported, rows);
  }
  const named = (name: string, icon: IconName) => ({ name, label: name, icon });
  const files: RowAction[] = [];
  if (importPath) files.push({ ...named("Import CSV", "up"), to: importPath });
  if (exported && shown && shown.length > 0 && status.complete)
    files.push({ ...named("Export CSV", "down"), act: () => void exportShown() });
  for (const { label, icon = "down", onClick } of moreFiles)
    files.push({
      ...named(label, icon),
      act: () => {
        closeSheet();
        onClick();
      },
    });
  return files;
}

const FilesMenu = ({ files }: { files: readonly RowAction[] }) => (
  <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
    <Menu.Target>
      <Button variant="subtle" size="sm" px={8} aria-label="Import and export">
        <Icon name="more" />
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {files.map((file) => (
        <ActionItem key={file.name} action={file} />
      ))}
    </Menu.Dropdown>
  </Menu>
);

type QuickProps = {
  quick: readonly QuickFilter[];
  list: Pick<List<never>, "chosen" | "choose">;
  cards: boolean;
};

/** Buttons that show only these rows; a second press shows all. */
const QuickFilters = ({ quick, list: { chosen, choose }, cards }: QuickProps) => (
  <Group gap={8} w={cards ? "100%" : undefined}>
    {quick.map(({ name, value, text, tone }) => {
      const pressed = chosen[name] === value;
      return (
        <button
          key={value}
          type="button"
          className={`action ${classes.quick}`}
          data-tone={tone}
          aria-pressed={pressed}
          title={pressed ? "Show all" : "Show only these"}
          onClick={() => choose(name, pressed ? "" : value)}
        >
          <Money>{text}</Money>
        </button>
      );
    })}
  </Group>
);
