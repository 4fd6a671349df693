import { Menu, Portal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "../ui/Icon.tsx";

/** A button or link for the action; `label` names the row for screen readers. */
export function ActionButton({
  action,
  className = "",
}: {
  action: RowAction;
  className?: string | undefined;
}) {
  const { name, label, icon, shortcut } = action;
  const common = {
    className: `action ${className}`,
    "aria-label": label,
    title: label,
    ...(shortcut && { "aria-keyshortcuts": shortcut }),
  };
  const content = (
    <>
      <Icon name={icon} size={16} />
      {name}
    </>
  );
  if ("to" in action)
    return (
      <Link {...common} to={action.to} state={action.state}>
        {content}
      </Link>
    );
  if ("href" in action)
    return (
      <a {...common} {...opening(action.href, label)}>
        {content}
      </a>
    );
  if ("unavailable" in action) return <p className="quiet small">{action.unavailable}</p>;
  return (
    <button type="button" {...common} onClick={action.act}>
      {content}
    </button>
  );
}

/** An email opens in its own program, everything else in a new tab. */
const opening = (href: string, label: string) =>
  href.startsWith("mailto:")
    ? { href }
    : { href, target: "_blank", rel: "noopener noreferrer", "aria-label": `${label} (opens in a new tab)` };

/** The actions of one row outside a table. */
export function RowActionsWithMenu({ name, main, more }: RowActions & { name: string }) {
  const [button, setButton] = useState<HTMLElement>();
  return (
    <>
      <RowActionButtons main={main} name={name} openMore={more && setButton} />
      {/* The open menu follows what is loaded meanwhile. */}
      <RowMenu
        open={button && more && { button, label: name, actions: more() }}
        onClose={() => setButton(undefined)}
      />
    </>
  );
}

/** The row's worded action, and a button for the others. */
export const RowActionButtons = ({
  main,
  name,
  openMore,
}: {
  main: RowAction | undefined;
  /** The row's name. */
  name: string;
  /** Opens the menu at the pressed button; undefined if there are no other actions. */
  openMore: ((button: HTMLElement) => void) | undefined;
}) => (
  <div className="row-actions">
    {main && <ActionButton action={main} />}
    {openMore && (
      <button
        type="button"
        className="action quiet"
        aria-label={`More actions: ${name}`}
        title="More actions"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => openMore(currentTarget)}
      >
        <Icon name="more" />
      </button>
    )}
  </div>
);

export type OpenMenu = { button: HTMLElement; label: string; actions: readonly RowAction[] };

/** The menu of the row whose button was pressed: one for the whole list, because a menu for each row is slow. */
export function RowMenu({ open, onClose }: { open: OpenMenu | undefined; onClose: () => void }) {
  if (!open) return null;
  const { left, top, width, height } = open.button.getBoundingClientRect();
  return (
    // Outside the list: inside a transformed row, `fixed` would mean fixed to that row.
    <Portal target="#content">
      <ActionMenu
        label={open.label}
        actions={open.actions}
        onClose={() => {
          onClose();
          open.button.focus();
        }}
      >
        <span
          aria-hidden="true"
          style={{ position: "fixed", left, top, width, height, pointerEvents: "none" }}
        />
      </ActionMenu>
    </Portal>
  );
}

type MenuProps = {
  label: string;
  actions: readonly RowAction[];
  onClose: () => void;
  /** What the menu opens below. */
  children: ReactNode;
};

const ActionMenu = ({ label, actions, onClose, children }: MenuProps) => (
  <Menu
    opened
    onClose={onClose}
    position="bottom-end"
    width={260}
    transitionProps={{ duration: 0 }}
    returnFocus={false}
    // For screen readers: a menu contains only items, inside the page's main content.
    withInitialFocusPlaceholder={false}
    portalProps={{ target: "#content" }}
  >
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown aria-label={label}>
      {actions.map((action) => (
        <ActionItem key={action.name} action={action} />
      ))}
    </Menu.Dropdown>
  </Menu>
);

function ActionItem({ action }: { action: RowAction }) {
  const { name, label, icon } = action;
  const common = { leftSection: <Icon name={icon} size={16} />, "aria-label": label };
  if ("to" in action)
    return (
      <Menu.Item {...common} component={Link} to={action.to} state={action.state}>
        {name}
      </Menu.Item>
    );
  if ("href" in action)
    return (
      <Menu.Item {...common} component="a" {...opening(action.href, label)}>
        {name}
      </Menu.Item>
    );
  if ("unavailable" in action)
    return (
      <Menu.Item disabled leftSection={<Icon name={icon} size={16} />}>
        {action.unavailable}
      </Menu.Item>
    );
  return (
    <Menu.Item {...common} onClick={action.act}>
      {name}
    </Menu.Item>
  );
}

/** What a person can do with a row. */
export type RowAction = {
  /** A word or two: `Edit`. */
  name: string;
  /** The same with the row's name, for screen readers: `Edit Umoja SACCO`. */
  label: string;
  icon: IconName;
  shortcut?: string;
} & (
  | { act: () => void }
  /** A screen of the back-office, and what it needs to know. */
  | { to: string; state?: object }
  /** An email, or an address that opens in a new tab. */
  | { href: string }
  /** Why it cannot be done now. */
  | { unavailable: string }
);

/** The one worded action of a row, and those behind "⋯", which are asked for when the menu opens. */
export type RowActions = { main?: RowAction | undefined; more?: (() => readonly RowAction[]) | undefined };
