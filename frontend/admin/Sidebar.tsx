import { ActionIcon, Box, Button, Group } from "@mantine/core";
import { NavLink } from "react-router";
import { shortName } from "../../shared/company.ts";
import classes from "./AdminLayout.module.css";
import { Icon } from "./components/ui/Icon.tsx";
import { Logo } from "./components/ui/Logo.tsx";
import { SchemeChoice } from "./components/ui/SchemeChoice.tsx";
import { WaitingCount } from "./features/messages/WaitingCount.tsx";
import { placesOf } from "./places.ts";
import { usePerson } from "./session/SessionProvider.tsx";
import { useSignOut } from "./session/sign-out.ts";

export function Sidebar({ find, onClose }: { find: () => void; onClose?: () => void }) {
  const person = usePerson();
  const { signOut, busy } = useSignOut();
  return (
    <aside className={classes.sidebar}>
      <Group justify="space-between" mih={44} px={12} mb={12}>
        <span className={`display ${classes.brand}`}>
          <Logo />
          {shortName}
        </span>
        {onClose && (
          <ActionIcon variant="subtle" size={44} aria-label="Close the menu" onClick={onClose}>
            <Icon name="close" size={22} />
          </ActionIcon>
        )}
      </Group>
      <button type="button" className={classes.find} aria-keyshortcuts="Control+K Meta+K" onClick={find}>
        <Icon name="search" size={16} />
        Find
        <kbd className="quiet smaller">Ctrl K</kbd>
      </button>
      <nav aria-label="Back-office">
        {placesOf(person.role).map(({ to, name, icon }) => (
          <NavLink key={to} to={to} end={to === "/admin"} className={classes.link ?? ""}>
            <Icon name={icon} />
            {name}
            {name === "Messages" && <WaitingCount />}
          </NavLink>
        ))}
      </nav>
      <Box className="apart" mt="auto" px={12} pb={4}>
        <Box className="cut" fw={600} fz="0.9375rem" title={person.email}>
          {person.name ?? "User"}
        </Box>
        <div className="quiet smaller">{person.role ?? "staff"}</div>
        <SchemeChoice />
        <Button
          variant="default"
          size="sm"
          fullWidth
          mt={12}
          leftSection={<Icon name="leave" size={16} />}
          aria-disabled={busy}
          onClick={() => signOut()}
        >
          Sign Out
        </Button>
      </Box>
    </aside>
  );
}
