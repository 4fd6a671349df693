import { Box, Combobox, Group, Modal, TextInput, useCombobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { codeOf } from "../../../../shared/billing/matching/codes.ts";
import { counted } from "../../../../shared/count.ts";
import type { Day } from "../../../../shared/day.ts";
import { isMistyped, mistyped } from "../../../../shared/payment-reference.ts";
import type { Role } from "../../../auth.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { useReturnedFocus } from "../../components/form/use-returned-focus.ts";
import { Icon, type IconName } from "../../components/ui/Icon.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { moneyPages, pagesFor, places, settingsPages } from "../../places.ts";
import {
  clientList,
  owedRows,
  paymentsOf,
  paymentsWithCode,
  subscriptionList,
  useNames,
} from "../../queries/lists.ts";
import { withNames } from "../../rules/names.ts";
import { usePerson } from "../../session/SessionProvider.tsx";
import {
  find,
  mayBeReference,
  monthBefore,
  ofCode,
  type Result as ResultWith,
  recordsOf,
  referencesOf,
} from "./find.ts";
import classes from "./Keyboard.module.css";

type Props = {
  query: string;
  setQuery: (query: string) => void;
  onClose: () => void;
  showKeys: () => void;
};

/** Not used for requests: the query is disabled until the date is known. */
const PLACEHOLDER_DAY = "2000-01-01";

const hint = "Find a client, a subscription, a payment, an action";

/** The command palette: finds records and actions from every screen. */
export default function Palette({ query, setQuery, onClose, showKeys }: Props) {
  useReturnedFocus();
  const clients = useQuery(clientList);
  const subscriptions = useQuery(subscriptionList);
  const records = useMemo(
    () => recordsOf(clients.data?.rows ?? [], owedRows(subscriptions.data), subscriptions.data?.today ?? ""),
    [clients.data, subscriptions.data],
  );
  const { references, loading } = useReferences(query, subscriptions.data?.today);
  const { role } = usePerson();
  const actions = useMemo(() => actionsOf(role), [role]);
  const groups = useMemo(
    () => find(records, references, query, actions),
    [records, references, query, actions],
  );
  const options = groups.flatMap(({ found }) => found);
  const choose = useChoice(showKeys);
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });

  const listed = options.map(({ id }) => id).join(" ");
  // A list that is read again must not move the selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter chooses the first result of each search
  useEffect(() => {
    combobox.selectFirstOption();
  }, [query, listed]);

  function submit(id: string) {
    const chosen = options.find((option) => option.id === id);
    onClose();
    if (chosen) choose(chosen);
  }

  function statusText(): string {
    if (clients.error || subscriptions.error)
      return "We could not load clients and subscriptions. Only actions are listed.";
    if (!(clients.data?.complete && subscriptions.data?.complete))
      return "Loading clients and subscriptions...";
    if (loading) return "Searching the payments of this month and last month...";
    if (options.length > 0) return counted(options.length, "result");
    return isMistyped(query) ? mistyped : `No results for “${query}”.`;
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={600}
      yOffset={80}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg" aria-label="Find" data-palette>
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
              style={{ borderBottom: "1px solid var(--line)" }}
              // The field always has the focus while the dialog is open.
              styles={{ input: { outline: "none" } }}
              px={12}
              py={4}
              autoComplete="off"
              data-autofocus
            />
          </Combobox.EventsTarget>
          <Combobox.Options
            p={8}
            mah="min(480px, calc(100dvh - 260px))"
            style={{ overflowY: "auto" }}
            aria-label="Results"
          >
            {groups.map(({ name, found }) => (
              <Combobox.Group key={name} label={name}>
                {found.map(({ id, icon, name, detail }) => (
                  <Combobox.Option key={id} id={id} value={id} className={classes.option}>
                    <Group gap={12} wrap="nowrap" mih={28} fz="text">
                      <Icon name={icon} />
                      <Box className="wrap" miw={0}>
                        <span>{name}</span>
                        {detail && (
                          <Box className="quiet smaller">
                            <Money>{detail}</Money>
                          </Box>
                        )}
                      </Box>
                    </Group>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
        <Box component="p" role="status" className="quiet small apart" px={16} pt={8} pb={12}>
          {statusText()}
        </Box>
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * Payments of this month and last month, once the query may be a reference; and the payment of any month with the typed
 * M-Pesa receipt number.
 */
function useReferences(query: string, today: Day | undefined) {
  const [needed, setNeeded] = useState(false);
  if (!needed && mayBeReference(query)) setNeeded(true);
  const enabled = needed && Boolean(today);
  const thisMonth = useQuery({ ...paymentsOf(), enabled });
  const lastMonth = useQuery({ ...paymentsOf(monthBefore(today || PLACEHOLDER_DAY)), enabled });
  const code = codeOf(query, undefined);
  const withCode = useQuery(paymentsWithCode(code));
  const { names } = useNames();
  const references = useMemo(() => {
    const recent = [...(thisMonth.data?.rows ?? []), ...(lastMonth.data?.rows ?? [])];
    const listed = recent.some(({ reference }) => reference.toUpperCase() === code);
    const ofThisCode = code && !listed ? ofCode(code, withNames(withCode.data ?? [], names)) : [];
    return [...referencesOf(withNames(recent, names)), ...ofThisCode];
  }, [thisMonth.data, lastMonth.data, code, withCode.data, names]);
  const loading =
    mayBeReference(query) &&
    enabled &&
    [thisMonth, lastMonth].some(({ data, error }) => !data?.complete && !error);
  return { references, loading };
}

/** Opens the chosen result. Recording a payment opens a panel on the current page. */
function useChoice(showKeys: () => void) {
  const navigate = useNavigate();
  const dialog = useDialog();
  return ({ target }: Result) => {
    if ("to" in target) navigate(target.to);
    else if ("pay" in target) dialog.open("pay", target.pay);
    else showKeys();
  };
}

export type Result = ResultWith<IconName>;

const otherActions = [
  { id: "add-client", name: "Add a client", icon: "plus", target: { to: "/admin/clients?add=client" } },
  {
    id: "add-subscription",
    name: "Add a subscription",
    icon: "plus",
    target: { to: "/admin/subscriptions?add=subscription" },
  },
  { id: "keys", name: "Show keyboard shortcuts", icon: "info", target: { keys: true } },
] satisfies Result[];

const actionsOf = (role: Role | undefined): Result[] => [
  ...places.map(({ to, name, icon }) => ({
    id: `place-${name}`,
    name: `Go to ${name}`,
    icon,
    target: { to },
  })),
  ...otherActions,
  ...moneyPages.map(({ to, name }) => ({
    id: `money-${name}`,
    name: `Money: ${name}`,
    icon: "payments" as const,
    target: { to },
  })),
  ...pagesFor(role, settingsPages).map(({ to, name }) => ({
    id: `settings-${name}`,
    name: `Settings: ${name}`,
    icon: "settings" as const,
    target: { to },
  })),
];
