import { ActionIcon, Drawer, VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { shortName } from "../../shared/company.ts";
import classes from "./AdminLayout.module.css";
import { Icon } from "./components/ui/Icon.tsx";
import { Logo } from "./components/ui/Logo.tsx";
import { usePhone } from "./components/ui/use-narrow.ts";
import { WaitingCount } from "./features/messages/WaitingCount.tsx";
import { places } from "./places.ts";
import { Sidebar } from "./Sidebar.tsx";

type Props = { find: () => void };

/**
 * On narrow windows the sidebar is a drawer, opened by a button in a bar at the top. On phones the bar is at the
 * bottom and has four links and the button.
 */
export function Menu({ find }: Props) {
  const onPhone = usePhone();
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  const menu = { "aria-expanded": open, onClick: () => setOpen(true) };
  return (
    <>
      <nav className={onPhone ? classes.places : classes.bar} aria-label="Menu">
        {onPhone ? <Places menu={menu} /> : <TopBar menu={menu} find={find} />}
      </nav>
      <Drawer.Root
        opened={open}
        onClose={() => setOpen(false)}
        size={280}
        transitionProps={{ duration: 180 }}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu">
          <Sidebar
            find={() => {
              setOpen(false);
              find();
            }}
            onClose={() => setOpen(false)}
          />
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}

type Opener = { "aria-expanded": boolean; onClick: () => void };

const TopBar = ({ menu, find }: Props & { menu: Opener }) => (
  <>
    <ActionIcon variant="subtle" size={44} aria-label="Open the menu" {...menu}>
      <Icon name="menu" size={24} />
    </ActionIcon>
    <span className={`display ${classes.brand}`}>
      <Logo />
      {shortName}
    </span>
    <ActionIcon variant="subtle" size={44} ml="auto" aria-label="Find" onClick={find}>
      <Icon name="search" size={22} />
    </ActionIcon>
  </>
);

const MAX_LINKS = 4;

function Places({ menu }: { menu: Opener }) {
  const { pathname } = useLocation();
  const inMore = places.slice(MAX_LINKS).some(({ to }) => pathname.startsWith(to));
  return (
    <>
      {places.slice(0, MAX_LINKS).map(({ to, name, icon }) => (
        <NavLink key={to} to={to} end={to === "/admin"}>
          <Icon name={icon} size={22} />
          {name}
        </NavLink>
      ))}
      <button type="button" data-current={inMore || undefined} {...menu}>
        <Icon name="menu" size={22} />
        <span>
          More
          <VisuallyHidden>, open the menu</VisuallyHidden>
        </span>
        <WaitingCount />
      </button>
    </>
  );
}
