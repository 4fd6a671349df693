import { CloseButton, Drawer, Group, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { isOneOff } from "../../../../shared/billing/account.ts";
import type { PaymentPreview } from "../../../../shared/payments/client-account.ts";
import { dropDraft } from "../../components/form/draft.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { useDiscard } from "../../components/form/use-discard.tsx";
import { useReturnedFocus } from "../../components/form/use-returned-focus.ts";
import { ChargeList } from "../../components/table/ChargeList.tsx";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { isShortcut, useSingleKeys } from "../../components/table/row-keys.ts";
import { announce } from "../../components/ui/announce.ts";
import { usePhone } from "../../components/ui/use-narrow.ts";
import { clientOwed, clientPage } from "../../queries/client-page.ts";
import { usePayments } from "../../queries/payments.ts";
import { previewFailed, previewOf } from "../../queries/preview.ts";
import { companyBeside } from "../../rules/client-company.ts";
import classes from "./ClientPanel.module.css";
import { CorrectPayment, correctionDraftOf } from "./CorrectPayment.tsx";
import { LastEvents } from "./LastEvents.tsx";
import { PanelActions } from "./PanelActions.tsx";
import { PanelOwed } from "./PanelOwed.tsx";
import { dropFocus, giveFocus, keyTargets, useWantedFocus, wantFocus } from "./panel-focus.ts";
import { draftOf, RecordPayment } from "./RecordPayment.tsx";

const WIDTH = 440;

type Props = {
  /**
   * The client's id. After a dot, the id of the subscription that is paid first; after a second one, the id of a payment
   * to correct.
   */
  value: string;
  onClose: () => void;
  /** It stands beside a list, and stays open. */
  docked?: boolean;
  /** A payment was recorded, or a reminder sent. */
  onDone?: (() => void) | undefined;
};

/** A client's debts, the line that records what came in, ways to ask for it, and the last events. */
export default function ClientPanel({ value, docked = false, onDone, onClose }: Props) {
  return <Loading key={value} value={value} docked={docked} onDone={onDone} onClose={onClose} />;
}

type PanelProps = Pick<Props, "value" | "onClose" | "onDone"> & { docked: boolean };

function Loading(props: PanelProps) {
  const { value, docked, onClose } = props;
  const [client = "", first = ""] = value.split(".");
  const query = useQuery(previewOf(client, { ...(first && { first }) }));
  const { data, error } = query;
  useEffect(() => {
    if (error) dropFocus();
  }, [error]);
  if (data) return <Panel {...props} opened={data} />;
  if (!error && !docked) return null;
  return (
    <Frame docked={docked} title="Record payment" onClose={onClose}>
      {error ? <QueryFailure query={query} texts={previewFailed} /> : <Skeleton height={320} />}
    </Frame>
  );
}

function Panel({ value, docked, opened, onClose, onDone }: PanelProps & { opened: PaymentPreview }) {
  const [client = "", first = "", asked = ""] = value.split(".");
  const payments = usePayments(client);
  const { data: page } = useQuery(clientPage(client));
  const { data: account } = useQuery(clientOwed(client));
  const dialog = useDialog();
  const [single] = useSingleKeys();
  const wanted = useWantedFocus(client);
  const [beginsAt] = useState(wanted);
  // A drawer has its content later.
  const [content, setContent] = useState<HTMLDivElement | null>(null);
  const [correcting, setCorrecting] = useState(asked);
  const [state, setState] = useState({ dirty: false, busy: false });
  // After a payment, the line begins again with what is open then.
  const [round, setRound] = useState(0);
  const { client_name, today } = opened;
  const subscriptions = page?.subscriptions ?? [];
  const company = companyBeside(client_name, page?.client.company);
  const payment = account?.payments.find(({ id }) => id === correcting);

  const onState = useCallback((next: { dirty: boolean; busy: boolean }) => setState(next), []);
  /** A correction that another screen asked for ends the panel. */
  const endCorrection = () => (asked && !docked ? onClose() : setCorrecting(""));
  const discard = useDiscard({
    ...state,
    onClose,
    onDiscard() {
      dropDraft(correcting ? correctionDraftOf(correcting) : draftOf(client, first));
      onClose();
    },
  });

  useEffect(() => {
    const part = wanted && content?.querySelector<HTMLElement>(`[data-panel=${wanted}]`);
    if (part) return giveFocus(part);
    if (wanted !== "remind" || !page || !account) return;
    dropFocus();
    announce(`There is nothing to remind ${client_name} of.`, "error");
  });
  /** The keys of the list hold in the panel too. */
  function focusByKey(event: KeyboardEvent) {
    const target = single && isShortcut(event.nativeEvent) && keyTargets[event.key];
    if (!target) return;
    event.preventDefault();
    wantFocus({ target, client });
  }

  async function recorded() {
    onDone?.();
    if (!docked) return onClose();
    await payments.reload();
    payments.record.reset();
    setRound((round) => round + 1);
  }

  return (
    <Frame
      docked={docked}
      title={
        <>
          <VisuallyHidden>Record payment:</VisuallyHidden>{" "}
          <Link className={classes.name} to={`/admin/clients/${client}`}>
            {client_name}
          </Link>
          {company && <div className={`quiet ${classes.company}`}>{company}</div>}
        </>
      }
      onClose={discard.close}
    >
      <Stack ref={setContent} gap={20} onKeyDown={focusByKey}>
        <PanelOwed client={client} figures={page?.figures} onRefund={() => dialog.open("refund", client)} />
        {payment && account ? (
          <CorrectPayment
            key={payment.id}
            client={client}
            correction={{
              payment,
              account,
              frequencies: new Map(subscriptions.map(({ id, frequency }) => [id, frequency])),
            }}
            payments={payments}
            onState={onState}
            onCancel={() => {
              dropDraft(correctionDraftOf(payment.id));
              endCorrection();
            }}
            onSaved={endCorrection}
          />
        ) : (
          <RecordPayment
            key={round}
            client={client}
            first={first}
            opened={opened}
            payments={payments}
            beginsAt={beginsAt}
            onState={onState}
            onRecorded={recorded}
            onPaid={() => setRound((round) => round + 1)}
          >
            {(entry) => (
              <PanelActions
                client={client}
                entry={entry}
                onReminded={onDone}
                onPreview={(subscription) => dialog.open("remind", subscription)}
                onStatement={() => dialog.open("statement", client)}
              />
            )}
          </RecordPayment>
        )}
        {page && <ChargeList client={client} heading="h3" canAdd={!page.client.erased_at} />}
        <LastEvents
          client={client}
          name={client_name}
          today={today}
          named={subscriptions.length > 1 || account?.charges.some(isOneOff) === true}
          onCorrect={setCorrecting}
        />
        {discard.question}
      </Stack>
    </Frame>
  );
}

type FrameProps = { docked: boolean; title: ReactNode; onClose: () => void; children: ReactNode };

const Frame = ({ docked, ...props }: FrameProps) => (docked ? <Beside {...props} /> : <Over {...props} />);

/** At the right edge over the page; a whole page on a phone. */
function Over({ title, onClose, children }: Omit<FrameProps, "docked">) {
  const onPhone = usePhone();
  useReturnedFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size={onPhone ? "100%" : WIDTH}
      returnFocus={false}
      // The list below stays readable.
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      <div className={classes.over} data-panel-over>
        {children}
      </div>
    </Drawer>
  );
}

/** Beside a list, from which the focus comes and goes. */
function Beside({ title, onClose, children }: Omit<FrameProps, "docked">) {
  const id = useId();
  return (
    <aside
      className={classes.docked}
      aria-labelledby={id}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap={8}>
        <h2 id={id} className="wrap">
          {title}
        </h2>
        <CloseButton size={44} aria-label="Close" onClick={onClose} />
      </Group>
      {children}
    </aside>
  );
}
