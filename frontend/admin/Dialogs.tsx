import { lazy, Suspense } from "react";
import { useDialog } from "./components/form/use-dialog.ts";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";

const RenewDialog = lazy(() => import("./features/renewals/RenewDialog.tsx"));
const RemindDialog = lazy(() => import("./features/reminders/RemindDialog.tsx"));

/** The dialogs that more than one page leads to; which one is open stands in the address. */
export function Dialogs() {
  const dialog = useDialog();
  const [renewed, reminded] = [dialog.value("renew"), dialog.value("remind")];
  return (
    <BrokenPage key={renewed ?? reminded} what="dialog">
      <Suspense>
        {renewed && <RenewDialog key={renewed} id={renewed} onClose={dialog.close} />}
        {reminded && <RemindDialog key={reminded} id={reminded} onClose={dialog.close} />}
      </Suspense>
    </BrokenPage>
  );
}
