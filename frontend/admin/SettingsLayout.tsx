import { Group, NativeSelect } from "@mantine/core";
import { NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { usePhone } from "./components/ui/use-narrow.ts";
import { settingsPages } from "./places.ts";

const pages = settingsPages.map(({ to, name }) => ({ value: to, label: name }));

/** The links between the pages of the settings; on phones a list to choose from. */
export default function SettingsLayout() {
  const onPhone = usePhone();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <Group
        component="nav"
        className={onPhone ? "" : "tabs"}
        gap="4px 24px"
        mb={onPhone ? 0 : 20}
        fz="0.9375rem"
        aria-label="Settings"
      >
        {onPhone ? (
          <NativeSelect
            aria-label="Settings page"
            flex={1}
            data={pages}
            value={pathname}
            onChange={({ currentTarget }) => void navigate(currentTarget.value)}
          />
        ) : (
          settingsPages.map(({ to, name }) => (
            <NavLink key={to} to={to} end>
              {name}
            </NavLink>
          ))
        )}
      </Group>
      <Outlet />
    </>
  );
}
