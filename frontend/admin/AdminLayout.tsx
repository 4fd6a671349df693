import { useMediaQuery } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import classes from "./AdminLayout.module.css";
import { Connection } from "./Connection.tsx";
import { Announcer } from "./components/ui/Announcer.tsx";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";
import { drawer } from "./components/ui/widths.ts";
import { Dialogs } from "./Dialogs.tsx";
import { Keyboard } from "./features/keyboard/Keyboard.tsx";
import { Menu } from "./Menu.tsx";
import { NewDay } from "./NewDay.tsx";
import { newQueryClient } from "./query-client.ts";
import { Sidebar } from "./Sidebar.tsx";
import { useSessionCheck } from "./session/use-session-check.ts";

/** Without service workers the browser shows its own offline page. */
function registerOfflinePage(): void {
  void navigator.serviceWorker
    ?.register("/admin-worker.js", { scope: "/admin", updateViaCache: "none" })
    .catch(() => {});
}

export default function AdminLayout() {
  // One for each signed-in person, so that nobody sees another person's cached data.
  const [queryClient] = useState(newQueryClient);
  const inDrawer = useMediaQuery(drawer, undefined, { getInitialValueInEffect: false });
  const { pathname } = useLocation();
  const [finding, setFinding] = useState(false);
  const find = useCallback(() => setFinding(true), []);
  useEffect(registerOfflinePage, []);
  useSessionCheck();
  return (
    <QueryClientProvider client={queryClient}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <div className={classes.frame}>
        {inDrawer ? <Menu find={find} /> : <Sidebar find={find} />}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Connection />
          <NewDay />
          <BrokenPage key={pathname}>
            <Suspense fallback={<p role="status">Loading...</p>}>
              <Outlet />
            </Suspense>
          </BrokenPage>
          <Dialogs />
          <Keyboard finding={finding} setFinding={setFinding} />
        </main>
      </div>
      <Announcer />
    </QueryClientProvider>
  );
}
