import { Combobox, Modal, TextInput, useCombobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { Day } from "../../../../shared/day.ts";
import { isMistyped } from "../../../../shared/payment-reference.ts";
import { receiptNumberOf } from "../../../../shared/statement-lines.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { clientList } from "../../queries/clients.ts";
import { paymentsOf, receiptOf } from "../../queries/payments.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import { mistyped } from "../../words/clients.ts";
import { count } from "../../words/count.ts";
import {
  actionsOf,
  type Found,
  find,
  mayBeReference,
  monthBefore,
  ofReceipt,
  recordsOf,
  referencesOf,
} from "./find.ts";
import classes from "./Keyboard.module.css";

type Props = { onClose: () => void; showKeys: () => void };

/** Any: nothing is asked for while the day is not known. */
const aDay = "2000-01-01";

const hint = "Find a client, a subscription, a payment, an action";

/** Finds whatever is named, from everywhere: records by what they are called, and what can be done. */
export default function Palette({ onClose, showKeys }: Props) {
  const [query, setQuery] = useState("");
  const clients = useQuery(clientList);
  const subscriptions = useQuery(subscriptionList);
  const records = useMemo(
    () => recordsOf(clients.data?.rows ?? [], subscriptions.data?.rows ?? []),
    [clients.data, subscriptions.data],
  );
  const { references, awaited } = useReferences(query, subscriptions.data?.today);
  const { role } = usePerson();
  const actions = useMemo(() => actionsOf(role), [role]);
  const groups = useMemo(
    () => find(records, references, query, actions),
    [records, references, query, actions],
  );
  const options = groups.flatMap(({ found }) => found);
  const choose = useChoice(showKeys);
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was found, Enter takes the first of it
  useEffect(() => {
    combobox.selectFirstOption();
  }, [groups]);

  function submit(id: string) {
    const chosen = options.find((one) => one.id === id);
    onClose();
    if (chosen) choose(chosen);
  }

  return (
    <Modal.Root opened onClose={onClose} size={600} yOffset={80} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content radius="lg" aria-label="Find">
        <Combobox store={combobox} onOptionSubmit={submit}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              leftSection={<Icon name="search" />}
              placeholder={hint}
              aria-label={hint}
              size="lg"
              variant="unstyled"
              className={classes.query}
              autoComplete="off"
              data-autofocus
            />
          </Combobox.EventsTarget>
          <Combobox.Options className={classes.found} aria-label="Found">
            {groups.map(({ name, found }) => (
              <Combobox.Group key={name} label={name}>
                {found.map(({ id, icon, name, more }) => (
                  <Combobox.Option key={id} id={id} value={id} className={classes.option}>
                    <Icon name={icon} />
                    <span>
                      {name}
                      {more && <span className={classes.more}>{more}</span>}
                    </span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
        <p role="status" className={`quiet small ${classes.status}`}>
          {clients.error || subscriptions.error
            ? "Clients and subscriptions could not be fetched: only actions are found."
            : !(clients.data?.complete && subscriptions.data?.complete)
              ? "Loading clients and subscriptions..."
              : awaited
                ? "Looking through the payments of this month and the last..."
                : options.length > 0
                  ? `${count(options.length)} found`
                  : isMistyped(query)
                    ? mistyped
                    : `Nothing is called “${query}”.`}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * The payments of this month and the last, once something is typed that may be a reference; of another month, one whose
 * receipt number of M-Pesa is typed in full.
 */
function useReferences(query: string, today: Day | undefined) {
  const [wanted, setWanted] = useState(false);
  if (!wanted && mayBeReference(query)) setWanted(true);
  const enabled = wanted && Boolean(today);
  const now = useQuery({ ...paymentsOf(), enabled });
  const before = useQuery({ ...paymentsOf(monthBefore(today || aDay)), enabled });
  const number = receiptNumberOf(query);
  const receipt = useQuery(receiptOf(number));
  const references = useMemo(() => {
    const recent = [...(now.data?.rows ?? []), ...(before.data?.rows ?? [])];
    const listed = recent.some(({ reference }) => reference.toUpperCase() === number);
    return [...referencesOf(recent), ...(number && !listed ? ofReceipt(number, receipt.data ?? null) : [])];
  }, [now.data, before.data, number, receipt.data]);
  const awaited =
    mayBeReference(query) && enabled && [now, before].some(({ data, error }) => !data?.complete && !error);
  return { references, awaited };
}

/** Goes where a choice leads; a payment is recorded on the page where one is. */
function useChoice(showKeys: () => void) {
  const navigate = useNavigate();
  const dialog = useDialog();
  return ({ leads }: Found) => {
    if ("to" in leads) navigate(leads.to);
    else if ("renew" in leads) dialog.open("renew", leads.renew);
    else showKeys();
  };
}
