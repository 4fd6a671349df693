import { useSyncExternalStore } from "react";
import { Notice } from "./components/ui/Notice.tsx";

function subscribe(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** A notice while the browser is offline. */
export function Connection() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
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
