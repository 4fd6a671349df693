import { Box } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { QueryClientProvider, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { dayAt } from "../../shared/day.ts";
import classes from "./AdminLayout.module.css";
import { Announcer } from "./Announcer.tsx";
import { useDialog } from "./components/form/use-dialog.ts";
import { useIsDialogOpen } from "./components/form/use-returned-focus.ts";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";
import { Notice } from "./components/ui/Notice.tsx";
import { PageSkeleton } from "./components/ui/Skeletons.tsx";
import { usePhone } from "./components/ui/use-narrow.ts";
import { usePreload } from "./components/ui/use-preload.ts";
import { Keyboard } from "./features/keyboard/Keyboard.tsx";
import { useServerClock } from "./features/messages/use-server-clock.ts";
import { refreshRecords } from "./queries/cache.ts";
import { messageList } from "./queries/messages.ts";
import { newQueryClient } from "./query-client.ts";
import { Menu, Sidebar } from "./Sidebar.tsx";
import { useSessionCheck } from "./session/use-session-check.ts";
import { useKeptFocus } from "./use-kept-focus.ts";

const ChargeDialog = lazy(() => import("./features/money/ChargeDialog.tsx"));
const ChangeChargeDialog = lazy(() => import("./features/money/ChangeChargeDialog.tsx"));
const RefundDialog = lazy(() => import("./features/money/RefundDialog.tsx"));
const loadClientPanel = () => import("./features/money/ClientPanel.tsx");
const ClientPanel = lazy(loadClientPanel);
const SubscriptionDialog = lazy(() => import("./features/subscriptions/SubscriptionForm.tsx"));
const LeaveDialog = lazy(() => import("./features/subscriptions/LeaveDialog.tsx"));
const ComeBackDialog = lazy(() => import("./features/subscriptions/ComeBackDialog.tsx"));
const InvoiceDialog = lazy(() => import("./features/invoices/InvoiceDialog.tsx"));
const StatementDialog = lazy(() => import("./features/account/StatementDialog.tsx"));
const RemindDialog = lazy(() => import("./features/reminders/RemindDialog.tsx"));

export default function AdminLayout() {
  // One for each signed-in person, so that nobody sees another person's cached data.
  const [queryClient] = useState(newQueryClient);
  const onPhone = usePhone();
  const { pathname } = useLocation();
  useEffect(registerOfflinePage, []);
  useSessionCheck();
  useKeptFocus();
  return (
    <QueryClientProvider client={queryClient}>
      <Page>
        <Box
          component="a"
          className={`unprinted ${classes.skip}`}
          left={16}
          px={12}
          py={8}
          bdrs="md"
          bg="var(--surface)"
          href="#content"
        >
          Skip to the content
        </Box>
        {onPhone ? <Menu /> : <Sidebar />}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Connection />
          <NewDay />
          <BrokenPage key={pathname}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </BrokenPage>
          <Dialogs />
          <Keyboard />
        </main>
      </Page>
      <Announcer />
    </QueryClientProvider>
  );
}

/** Inert behind a dialog. Announcements are outside of it, because screen readers do not read those of an inert page. */
const Page = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame} inert={useIsDialogOpen()}>
    {children}
  </div>
);

/** Without service workers the browser shows its own offline page. */
function registerOfflinePage(): void {
  void navigator.serviceWorker
    ?.register("/admin-worker.js", { scope: "/admin", updateViaCache: "none" })
    .catch(() => {});
}

/** The dialogs that several pages open. The address says which one is open. The most frequent one loads before it is needed. */
function Dialogs() {
  const dialog = useDialog();
  usePreload(loadClientPanel);
  const [pay, refund, remind] = [dialog.value("pay"), dialog.value("refund"), dialog.value("remind")];
  const [edit, addFor, charge] = [dialog.value("subscription"), dialog.value("sell"), dialog.value("charge")];
  const [leave, back] = [dialog.value("leave"), dialog.value("back")];
  const [invoice, statement] = [dialog.value("invoice"), dialog.value("statement")];
  const Charge = charge?.includes(".") ? ChangeChargeDialog : ChargeDialog;
  return (
    <BrokenPage
      key={pay ?? refund ?? remind ?? edit ?? addFor ?? charge ?? leave ?? back ?? invoice ?? statement}
      what="dialog"
    >
      <Suspense>
        {pay && <ClientPanel key={pay} value={pay} onClose={dialog.close} />}
        {refund && <RefundDialog key={refund} id={refund} onClose={dialog.close} />}
        {charge && <Charge key={charge} value={charge} onClose={dialog.close} />}
        {remind && <RemindDialog key={remind} id={remind} onClose={dialog.close} />}
        {invoice && <InvoiceDialog key={invoice} id={invoice} onClose={dialog.close} />}
        {statement && <StatementDialog key={statement} value={statement} onClose={dialog.close} />}
        {leave && <LeaveDialog key={leave} id={leave} onClose={dialog.close} />}
        {back && <ComeBackDialog key={back} id={back} onClose={dialog.close} />}
        {edit && <SubscriptionDialog key={edit} id={edit} onClose={dialog.close} />}
        {addFor && <SubscriptionDialog key={addFor} clientId={addFor} onClose={dialog.close} />}
      </Suspense>
    </BrokenPage>
  );
}

/** A notice while the browser is offline. */
function Connection() {
  const [online, setOnline] = useState(navigator.onLine);
  useWindowEvent("online", () => setOnline(true));
  useWindowEvent("offline", () => setOnline(false));
  return (
    <div role="status" className="unprinted">
      {!online && (
        <Notice tone="warning" quiet>
          <p>You are offline.</p>
          <p>What you see may be out of date. You can save again when the connection is back.</p>
        </Notice>
      )}
    </div>
  );
}

/**
 * Fetches records again after midnight (business time) on a page that stays open. The server's time comes with the
 * messages that the menu counts.
 */
function NewDay() {
  const queryClient = useQueryClient();
  const { data } = useInfiniteQuery(messageList("waiting"));
  const time = data?.pages[0]?.time;
  const now = useServerClock(time);
  const today = time && dayAt(now);
  const before = useRef(today);
  useEffect(() => {
    if (today && before.current && today !== before.current) void refreshRecords(queryClient);
    before.current = today ?? before.current;
  }, [today, queryClient]);
  return null;
}
