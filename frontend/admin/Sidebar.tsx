import { ActionIcon, Box, Button, Group } from "@mantine/core";
import type { ComponentType } from "react";
import { NavLink } from "react-router";
import { shortName } from "../../shared/company.ts";
import classes from "./AdminLayout.module.css";
import { Icon, type IconName } from "./components/ui/Icon.tsx";
import { WaitingCount } from "./features/messages/WaitingCount.tsx";
import { usePerson } from "./session/SessionProvider.tsx";
import { useSignOut } from "./session/sign-out.ts";

const pages: { to: string; name: string; icon: IconName; Count?: ComponentType }[] = [
  { to: "/admin", name: "Dashboard", icon: "dashboard" },
  { to: "/admin/clients", name: "Clients", icon: "clients" },
  { to: "/admin/subscriptions", name: "Subscriptions", icon: "subscriptions" },
  { to: "/admin/messages", name: "Messages", icon: "messages", Count: WaitingCount },
  { to: "/admin/reminders", name: "Reminders", icon: "reminders" },
  { to: "/admin/settings", name: "Settings", icon: "settings" },
];

export function Sidebar({ onClose }: { onClose?: () => void }) {
  const person = usePerson();
  const { signOut, busy } = useSignOut();
  return (
    <aside className={classes.sidebar}>
      <Group justify="space-between" mih={44} px={12} mb={12}>
        <span className={`display ${classes.brand}`}>{shortName}</span>
        {onClose && (
          <ActionIcon variant="subtle" size={44} aria-label="Close the menu" onClick={onClose}>
            <Icon name="close" size={22} />
          </ActionIcon>
        )}
      </Group>
      <nav aria-label="Back-office">
        {pages.map(({ to, name, icon, Count }) => (
          <NavLink key={to} to={to} end={to === "/admin"} className={classes.link ?? ""}>
            <Icon name={icon} />
            {name}
            {Count && <Count />}
          </NavLink>
        ))}
      </nav>
      <Box className="apart" mt="auto" px={12} pb={4}>
        <Box className="cut" fw={600} fz="0.9375rem" title={person.email}>
          {person.name ?? "User"}
        </Box>
        <div className="quiet smaller">{person.role ?? "staff"}</div>
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
