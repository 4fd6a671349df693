import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import {
  keptKinds,
  MIN_QUERY_LENGTH,
  type PersonKind,
  type PersonRecord,
  personKinds,
} from "../../../../shared/people/people.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { ListEmpty } from "../../components/table/ListState.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Card } from "../../components/ui/Card.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { keyOfItem, useDownloadPeople, useErasePeople, useSearchPeople } from "./queries.ts";

const kinds = Object.keys(personKinds) as PersonKind[];

/** Finds, downloads and erases everything stored about a person, in any spelling. */
export default function PeoplePage() {
  // Not in the address: browsers remember addresses.
  const [query, setQuery] = useState("");
  const [records, setRecords] = useState<readonly PersonRecord[]>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [erasing, setErasing] = useState(false);
  const search = useSearchPeople(setRecords);
  const download = useDownloadPeople();
  const chosen = (records ?? []).filter((record) => ticked.has(keyOfItem(record)));

  function start(event?: FormEvent) {
    event?.preventDefault();
    setTicked(new Set());
    setRecords(undefined);
    search.mutate(query);
  }
  function tick(items: readonly PersonRecord[], { checked }: { checked: boolean }) {
    const next = new Set(ticked);
    for (const key of items.map(keyOfItem)) checked ? next.add(key) : next.delete(key);
    setTicked(next);
  }
  return (
    <>
      <PageHead
        title="Personal data"
        lead="Everything stored about a person who asks: clients, messages, statement lines, notes and more."
      />
      <form onSubmit={start}>
        <Group align="flex-end" gap={12} mb={24}>
          <TextInput
            label="Name, email address, phone number or payment reference"
            description="Any spelling finds them. The words you type are in no log."
            type="search"
            autoComplete="off"
            maxLength={200}
            flex="1 1 320px"
            maw={520}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <Button type="submit" disabled={search.isPending || query.trim().length < MIN_QUERY_LENGTH}>
            {search.isPending ? "Searching..." : "Search"}
          </Button>
        </Group>
      </form>
      <Failure
        error={search.error ?? download.error}
        texts={["This failed", "The server did not respond"]}
        advice="Nothing was changed. You can try again."
      />
      {records && records.length === 0 && search.isSuccess && (
        <ListEmpty title="Nothing is stored about this person">
          Try another spelling, or a part of the name.
        </ListEmpty>
      )}
      {records && records.length > 0 && (
        <Stack gap={16}>
          <Group gap={12}>
            <p role="status">{`${counted(records.length, "record")}${search.isPending ? " so far..." : ""}${search.isError ? ", before the search failed: there can be more" : ""}`}</p>
            <Button
              variant="default"
              aria-disabled={download.isPending || !search.isSuccess}
              onClick={() =>
                !download.isPending &&
                search.isSuccess &&
                download.mutate(records, {
                  onSuccess: () =>
                    announce("The file was saved. Give it only to the person, then delete it."),
                })
              }
            >
              {download.isPending ? "Downloading..." : "Download all"}
            </Button>
            <Button
              color="red"
              variant="default"
              disabled={chosen.length === 0 || search.isPending}
              onClick={() => setErasing(true)}
            >
              {chosen.length > 0 ? `Erase ${counted(chosen.length, "record")}...` : "Erase..."}
            </Button>
          </Group>
          {kinds.map((kind) => (
            <Records
              key={kind}
              kind={kind}
              found={records.filter((record) => record.kind === kind)}
              ticked={ticked}
              onTick={tick}
            />
          ))}
        </Stack>
      )}
      {erasing && (
        <EraseDialog
          chosen={chosen}
          onClose={() => setErasing(false)}
          onErased={() => {
            setErasing(false);
            start();
          }}
        />
      )}
    </>
  );
}

type RecordsProps = {
  kind: PersonKind;
  found: readonly PersonRecord[];
  ticked: ReadonlySet<string>;
  onTick: (items: readonly PersonRecord[], to: { checked: boolean }) => void;
};

function Records({ kind, found, ticked, onTick }: RecordsProps) {
  const { name, many, stays } = personKinds[kind];
  if (found.length === 0) return null;
  const isKept = keptKinds.has(kind);
  const all = found.every((record) => ticked.has(keyOfItem(record)));
  return (
    <Card title={found.length === 1 ? name : `${many} (${found.length})`} gap={8} padding={16}>
      <p className="quiet small">{stays}</p>
      {!isKept && found.length > 1 && (
        <Checkbox label="All of these" checked={all} onChange={() => onTick(found, { checked: !all })} />
      )}
      <Stack component="ul" gap={8} className="wrap">
        {found.map((record) => (
          <li key={record.id}>
            {isKept ? (
              record.text
            ) : (
              <Checkbox
                label={record.text}
                checked={ticked.has(keyOfItem(record))}
                onChange={({ currentTarget }) => onTick([record], { checked: currentTarget.checked })}
              />
            )}
          </li>
        ))}
      </Stack>
    </Card>
  );
}

type EraseProps = { chosen: readonly PersonRecord[]; onClose: () => void; onErased: () => void };

/** Says what stays, and erases what was ticked. */
function EraseDialog({ chosen, onClose, onErased }: EraseProps) {
  const erase = useErasePeople();
  const ofKind = kinds.filter((kind) => chosen.some((record) => record.kind === kind));
  const submit = () =>
    erase.mutate(chosen, {
      onSuccess: (kept) => {
        if (kept.length > 0)
          announce(`${counted(kept.length, "record")} could not be erased: ${kept[0]?.why}`, "error");
        else announce(`${counted(chosen.length, "record")} erased.`);
        onErased();
      },
    });
  return (
    <FormDialog
      title="Erase personal data"
      danger
      button={`Erase ${counted(chosen.length, "record")} permanently`}
      busy={erase.isPending}
      busyButton="Erasing..."
      onSubmit={submit}
      onClose={onClose}
      failure={{
        error: erase.error,
        texts: ["Failed to erase", "The server did not respond while erasing"],
        advice: "Some of it may be erased. Erasing twice does no harm, so try again.",
      }}
    >
      {/* Takes the focus, so that screen readers read all of it first. */}
      <div style={{ lineHeight: 1.5, outline: "none" }} tabIndex={-1} data-autofocus>
        <p>
          <strong>This cannot be undone.</strong>
        </p>
        {ofKind.map((kind) => (
          <p key={kind}>{`${personKinds[kind].many}: ${personKinds[kind].stays}`}</p>
        ))}
      </div>
    </FormDialog>
  );
}
