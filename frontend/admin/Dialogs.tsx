import { lazy, Suspense } from "react";
import { useDialog } from "./components/form/use-dialog.ts";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";

const RenewDialog = lazy(() => import("./features/renewals/RenewDialog.tsx"));
const SubscriptionDialog = lazy(() => import("./features/subscriptions/SubscriptionDialog.tsx"));
const RemindDialog = lazy(() => import("./features/reminders/RemindDialog.tsx"));

/** The dialogs that several pages open. The address says which one is open. */
export function Dialogs() {
  const dialog = useDialog();
  const [renew, remind] = [dialog.value("renew"), dialog.value("remind")];
  const [edit, addFor] = [dialog.value("subscription"), dialog.value("sell")];
  return (
    <BrokenPage key={renew ?? remind ?? edit ?? addFor} what="dialog">
      <Suspense>
        {renew && <RenewDialog key={renew} id={renew} onClose={dialog.close} />}
        {remind && <RemindDialog key={remind} id={remind} onClose={dialog.close} />}
        {edit && <SubscriptionDialog key={edit} id={edit} onClose={dialog.close} />}
        {addFor && <SubscriptionDialog key={addFor} clientId={addFor} onClose={dialog.close} />}
      </Suspense>
    </BrokenPage>
  );
}
