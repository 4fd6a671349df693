import { lazy, Suspense } from "react";
import { useDialog } from "./components/form/use-dialog.ts";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";

const RenewDialog = lazy(() => import("./features/renewals/RenewDialog.tsx"));
const SubscriptionDialog = lazy(() => import("./features/subscriptions/SubscriptionDialog.tsx"));
const RemindDialog = lazy(() => import("./features/reminders/RemindDialog.tsx"));

/** The dialogs that more than one page leads to; which one is open stands in the address. */
export function Dialogs() {
  const dialog = useDialog();
  const [renewed, reminded] = [dialog.value("renew"), dialog.value("remind")];
  const [sold, buyer] = [dialog.value("subscription"), dialog.value("sell")];
  return (
    <BrokenPage key={renewed ?? reminded ?? sold ?? buyer} what="dialog">
      <Suspense>
        {renewed && <RenewDialog key={renewed} id={renewed} onClose={dialog.close} />}
        {reminded && <RemindDialog key={reminded} id={reminded} onClose={dialog.close} />}
        {sold && <SubscriptionDialog key={sold} id={sold} onClose={dialog.close} />}
        {buyer && <SubscriptionDialog key={buyer} buyer={buyer} onClose={dialog.close} />}
      </Suspense>
    </BrokenPage>
  );
}
