import {
  ActionIcon,
  Box,
  Button,
  Drawer,
  Group,
  type MantineColorScheme,
  Popover,
  Stack,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { shortName } from "../../shared/company.ts";
import classes from "./AdminLayout.module.css";
import { useReturnedFocus } from "./components/form/use-returned-focus.ts";
import { Icon } from "./components/ui/Icon.tsx";
import { Logo } from "./components/ui/Logo.tsx";
import { useRail } from "./components/ui/use-narrow.ts";
import { setFindQuery } from "./features/keyboard/find-query.ts";
import { WaitingCount } from "./features/messages/WaitingCount.tsx";
import { places } from "./places.ts";
import { usePerson } from "./session/SessionProvider.tsx";
import { useSignOut } from "./session/sign-out.ts";

type Props = {
  /** Closes the drawer that shows the sidebar on a phone. */
  onClose?: () => void;
};

/** The look of a line of the sidebar: in the rail its word is below its icon, in the drawer it suits fingers. */
function useItem(inDrawer: boolean) {
  const item = { className: "place", w: "100%", mih: 40, mb: 2, bdrs: "md" };
  if (useRail()) return { ...item, className: "place stacked", mih: 50 };
  const line = {
    ...item,
    display: "flex",
    px: 12,
    ta: "left",
    style: { alignItems: "center", gap: 12 },
  } as const;
  return inDrawer ? { ...line, mih: 48, fz: "md" } : line;
}

/** The pages, and the person's menu. On narrow windows it is a rail of icons. */
export function Sidebar({ onClose }: Props) {
  const find = () => {
    onClose?.();
    setFindQuery("");
  };
  const rail = useRail();
  const item = useItem(onClose !== undefined);
  return (
    <Stack
      component="aside"
      aria-label="Sidebar"
      className="unprinted"
      style={onClose ? undefined : { overflowY: "auto", borderRight: "1px solid var(--line)" }}
      pos="sticky"
      top={0}
      flex="none"
      gap={0}
      w={onClose ? undefined : rail ? 92 : 232}
      h="100dvh"
      p={rail ? "12px 4px 4px" : "16px 12px 12px"}
    >
      <Group justify={rail ? "center" : "space-between"} mih={44} px={12} mb={8}>
        <Group gap={10} className="display" fz="xl">
          <Logo />
          {rail ? <VisuallyHidden>{shortName}</VisuallyHidden> : <span>{shortName}</span>}
        </Group>
        {onClose && (
          <ActionIcon variant="subtle" size={44} aria-label="Close the menu" onClick={onClose}>
            <Icon name="close" size={22} />
          </ActionIcon>
        )}
      </Group>
      <Box component="button" type="button" {...item} aria-keyshortcuts="Control+K Meta+K" onClick={find}>
        <Icon name="search" />
        <span>Find</span>
        {!rail && !onClose && (
          <Box component="kbd" className="quiet smaller" ml="auto" ff="inherit">
            Ctrl K
          </Box>
        )}
      </Box>
      <nav aria-label="Back-office">
        {places.map(({ to, name, icon }) => (
          <Box component={NavLink} key={to} to={to} end={to === "/admin"} {...item}>
            <Icon name={icon} />
            <span>{name}</span>
            {name === "Messages" && <WaitingCount />}
          </Box>
        ))}
      </nav>
      <Box mt="auto" pt={12}>
        {onClose ? (
          <>
            <Box px={12} mb={8}>
              <NameAndRole />
            </Box>
            <PersonMenu />
          </>
        ) : (
          <PersonButton />
        )}
        <SignOut inDrawer={onClose !== undefined} />
      </Box>
    </Stack>
  );
}

function NameAndRole() {
  const { name, role, email } = usePerson();
  const rail = useRail();
  return (
    <>
      <Box className="cut" fw={rail ? 400 : 600} title={email}>
        {name ?? "User"}
      </Box>
      <div className={rail ? "quiet" : "quiet smaller"}>{role ?? "staff"}</div>
    </>
  );
}

function PersonButton() {
  const [open, setOpen] = useState(false);
  const item = useItem(false);
  return (
    <Popover opened={open} onChange={setOpen} position="top-start" width={232} trapFocus returnFocus>
      <Popover.Target>
        <Box component="button" type="button" {...item} onClick={() => setOpen(!open)}>
          <Box miw={0} maw="100%" py={6} lh={1.35}>
            <NameAndRole />
            <VisuallyHidden>, your account</VisuallyHidden>
          </Box>
        </Box>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label="Your account">
        <PersonMenu onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

const schemes: [MantineColorScheme, string][] = [
  ["auto", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

function SignOut({ inDrawer }: { inDrawer: boolean }) {
  const { signOut, busy } = useSignOut();
  return (
    <Box
      component="button"
      type="button"
      {...useItem(inDrawer)}
      aria-disabled={busy}
      onClick={() => signOut()}
    >
      <Icon name="leave" />
      Sign Out
    </Box>
  );
}

/** Light or dark, stored in this browser; the person's settings. */
function PersonMenu({ onClose }: { onClose?: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const item = { variant: "subtle", color: "dark", justify: "start", px: 12, fw: 400 } as const;
  return (
    <Stack gap={2}>
      <Group component="fieldset" gap={2} px={4} mb={4} aria-label="Appearance">
        {schemes.map(([scheme, name]) => (
          <Button
            key={scheme}
            flex={1}
            size="sm"
            px={0}
            variant={scheme === colorScheme ? "light" : "subtle"}
            aria-pressed={scheme === colorScheme}
            onClick={() => setColorScheme(scheme)}
          >
            {name}
          </Button>
        ))}
      </Group>
      <Button {...item} component={Link} to="/admin/settings/you" onClick={onClose}>
        Your settings
      </Button>
    </Stack>
  );
}

function InertPage() {
  useReturnedFocus();
  return null;
}

/** On phones a bar at the bottom has four links and a button that opens the sidebar as a drawer. */
export function Menu() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  const close = () => setOpen(false);
  const inMore = places.some(({ to, more }) => more && pathname.startsWith(to));
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
        style={{ zIndex: 20, borderTop: "1px solid var(--line)" }}
        aria-label="Menu"
      >
        {places.map(
          ({ to, name, icon, more }) =>
            !more && (
              <NavLink key={to} to={to} end={to === "/admin"} className="stacked">
                <Icon name={icon} size={22} />
                <span>{name}</span>
                {name === "Messages" && <WaitingCount />}
              </NavLink>
            ),
        )}
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
        </button>
      </Group>
      {open && <InertPage />}
      <Drawer.Root opened={open} onClose={close} size={280} transitionProps={{ duration: 180 }}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu">
          <Sidebar onClose={close} />
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
