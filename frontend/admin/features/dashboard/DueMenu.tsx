import { Button, Menu } from "@mantine/core";
import { Link } from "react-router";
import type { Day } from "../../../../shared/day.ts";
import { Icon } from "../../components/ui/Icon.tsx";
import { useWhatsApp } from "../../components/ui/WhatsAppLink.tsx";
import type { Due } from "./due.ts";

type Props = { renewal: Due; today: Day; remind: () => void };

/** More actions on a due renewal. */
export const DueMenu = ({ renewal, today, remind }: Props) => (
  <Menu
    position="bottom-end"
    width={290}
    transitionProps={{ duration: 0 }}
    // For screen readers: a menu contains only items, inside the page's main content.
    withInitialFocusPlaceholder={false}
    portalProps={{ target: "#content" }}
  >
    <Menu.Target>
      <Button
        size="xs"
        px={10}
        variant="subtle"
        rightSection={<Icon name="fold" size={14} />}
        aria-label={`More for ${renewal.client_name}`}
      >
        More
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {!renewal.sample && <Chat renewal={renewal} today={today} />}
      {!renewal.sample && (
        <Menu.Item leftSection={<Icon name="send" />} onClick={remind}>
          Send a reminder again
        </Menu.Item>
      )}
      <Menu.Item
        component={Link}
        to={`/admin/subscriptions?edit=${renewal.id}`}
        leftSection={<Icon name="subscriptions" />}
      >
        Open the subscription
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

function Chat({ renewal, today }: Omit<Props, "remind">) {
  const client = {
    name: renewal.client_name,
    phone: renewal.client_phone,
    payment_reference: renewal.client_reference,
    language: renewal.client_language,
  };
  const chat = useWhatsApp({ client, due: renewal, today });
  if ("why" in chat)
    return (
      <Menu.Item disabled leftSection={<Icon name="noChat" />}>
        {chat.why}
      </Menu.Item>
    );
  return (
    <Menu.Item
      component="a"
      href={chat.href}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<Icon name="chat" />}
    >
      WhatsApp (opens in a new tab)
    </Menu.Item>
  );
}
