import { ActionIcon, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { shortName } from "../../shared/company.ts";
import classes from "./AdminLayout.module.css";
import { Connection } from "./Connection.tsx";
import { Announcer } from "./components/ui/Announcer.tsx";
import { BrokenPage } from "./components/ui/BrokenPage.tsx";
import { Icon } from "./components/ui/Icon.tsx";
import { drawer } from "./components/ui/widths.ts";
import { Dialogs } from "./Dialogs.tsx";
import { NewDay } from "./NewDay.tsx";
import { newQueryClient } from "./query-client.ts";
import { Sidebar } from "./Sidebar.tsx";

export default function AdminLayout() {
  // One for each signed-in person: nobody sees what was loaded for somebody else.
  const [queryClient] = useState(newQueryClient);
  const inDrawer = useMediaQuery(drawer, undefined, { getInitialValueInEffect: false });
  const { pathname } = useLocation();
  return (
    <QueryClientProvider client={queryClient}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <div className={classes.frame}>
        {inDrawer ? <TopBar /> : <Sidebar />}
        <main id="content" className={classes.content} tabIndex={-1}>
          <Connection />
          <NewDay />
          <BrokenPage key={pathname}>
            <Suspense fallback={<p role="status">Loading...</p>}>
              <Outlet />
            </Suspense>
          </BrokenPage>
          <Dialogs />
        </main>
      </div>
      <Announcer />
    </QueryClientProvider>
  );
}

/** Where there is less room the sidebar is a drawer behind a button. */
function TopBar() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  return (
    <nav className={classes.bar} aria-label="Menu">
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label="Open the menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={24} />
      </ActionIcon>
      <span className={`display ${classes.brand}`}>{shortName}</span>
      <Drawer.Root
        opened={open}
        onClose={() => setOpen(false)}
        size={280}
        transitionProps={{ duration: 180 }}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu">
          <Sidebar onClose={() => setOpen(false)} />
        </Drawer.Content>
      </Drawer.Root>
    </nav>
  );
}
