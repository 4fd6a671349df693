import { Drawer, Group, VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router";
import classes from "./AdminLayout.module.css";
import { Icon } from "./components/ui/Icon.tsx";
import { WaitingCount } from "./features/messages/WaitingCount.tsx";
import { places } from "./places.ts";
import { Sidebar } from "./Sidebar.tsx";

const MAX_LINKS = 4;

/** On phones a bar at the bottom has four links and a button that opens the sidebar as a drawer. */
export function Menu({ find }: { find: () => void }) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  const close = () => setOpen(false);
  const inMore = places.slice(MAX_LINKS).some(({ to }) => pathname.startsWith(to));
  return (
    <>
      <Group
        component="nav"
        className={`unprinted ${classes.places}`}
        pos="fixed"
        inset="auto 0 0"
        gap={0}
        wrap="nowrap"
        align="stretch"
        px={4}
        pb="env(safe-area-inset-bottom)"
        bg="var(--paper)"
        aria-label="Menu"
      >
        {places.slice(0, MAX_LINKS).map(({ to, name, icon }) => (
          <NavLink key={to} to={to} end={to === "/admin"} className="stacked">
            <Icon name={icon} size={22} />
            {name}
          </NavLink>
        ))}
        <button
          type="button"
          className="stacked"
          data-current={inMore || undefined}
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <Icon name="menu" size={22} />
          <span>
            More
            <VisuallyHidden>, open the menu</VisuallyHidden>
          </span>
          <WaitingCount />
        </button>
      </Group>
      <Drawer.Root opened={open} onClose={close} size={280} transitionProps={{ duration: 180 }}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu">
          <Sidebar
            find={() => {
              close();
              find();
            }}
            onClose={close}
          />
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
