import { Box, Group, NativeSelect } from "@mantine/core";
import { useMemo, useState } from "react";
import { NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { TitledPlace } from "./components/ui/PageHead.tsx";
import { useNarrow, usePhone } from "./components/ui/use-narrow.ts";
import { moneyPages, pagesFor, settingsPages } from "./places.ts";
import { usePerson } from "./session/SessionProvider.tsx";

type Props = { title: string; pages: Parameters<typeof pagesFor>[1] };

/** The title of a place, and the links between its pages; many of them are a list to choose from in narrow windows. */
function TabsLayout({ title, pages }: Props) {
  const onPhone = usePhone();
  const { role } = usePerson();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [actionPlace, setActionPlace] = useState<HTMLElement | null>(null);
  const place = useMemo(() => ({ title, actionPlace }), [title, actionPlace]);
  const shown = pagesFor(role, pages);
  const isNarrow = useNarrow();
  const chosen = shown.length > (onPhone ? MAX_PHONE_TABS : isNarrow ? MAX_NARROW_TABS : shown.length);
  return (
    <>
      <Group component="header" justify="space-between" gap={16} mih={44} mb={4} wrap="nowrap">
        <Box component="h1" fz={onPhone ? "xl" : undefined}>
          {title}
        </Box>
        <div ref={setActionPlace} />
      </Group>
      <Group
        component="nav"
        className={chosen ? "" : "tabs"}
        gap={onPhone ? "4px 16px" : "4px 22px"}
        mb={onPhone ? 8 : 20}
        fz="text"
        aria-label={title}
      >
        {chosen ? (
          <NativeSelect
            aria-label={`${title} page`}
            flex={1}
            maw={480}
            data={shown.map(({ to, name }) => ({ value: to, label: name }))}
            value={pathname}
            onChange={({ currentTarget }) => void navigate(currentTarget.value)}
          />
        ) : (
          shown.map(({ to, name }) => (
            <NavLink key={to} to={to} end>
              {name}
            </NavLink>
          ))
        )}
      </Group>
      <TitledPlace value={place}>
        <Outlet />
      </TitledPlace>
    </>
  );
}

const MAX_PHONE_TABS = 4;
const MAX_NARROW_TABS = 8;

export const MoneyLayout = () => <TabsLayout title="Money" pages={moneyPages} />;
export const SettingsLayout = () => <TabsLayout title="Settings" pages={settingsPages} />;
