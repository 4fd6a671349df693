import { Menu, Portal } from "@mantine/core";
import { type ElementType, useState } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "../ui/Icon.tsx";

/** A button or link for the action; `label` names the row for screen readers. */
export function ActionButton({
  action,
  className = "",
  wordOnly = false,
}: {
  action: RowAction;
  className?: string | undefined;
  wordOnly?: boolean;
}) {
  const { name, label, icon, shortcut } = action;
  if ("unavailable" in action) return <p className="quiet small">{action.unavailable}</p>;
  const { component: Target, ...props } = targetOf(action);
  return (
    <Target
      className={`action ${className}`}
      aria-label={label}
      {...(shortcut && { "aria-keyshortcuts": shortcut })}
      {...props}
    >
      {!wordOnly && <Icon name={icon} size={16} />}
      {/* Here, because the title of a button is read after its name. */}
      <span title={label}>{name}</span>
    </Target>
  );
}

/** An element, for Mantine typed as one that it knows, and its props. */
type Target = { component: "a"; [prop: string]: unknown };
const target = (component: ElementType, props: object): Target => ({ component: component as "a", ...props });

/** An action is a link of the back-office, a link elsewhere or a button. */
export function targetOf(action: RowAction): Target {
  if ("to" in action) return target(Link, { to: action.to, state: action.state });
  if ("href" in action) return target("a", opening(action.href, action.label));
  return target("button", { type: "button", ...("act" in action && { onClick: action.act }) });
}

/** An email opens in its own program, everything else in a new tab. */
const opening = (href: string, label: string) =>
  href.startsWith("mailto:")
    ? { href }
    : { href, target: "_blank", rel: "noopener noreferrer", "aria-label": `${label} (opens in a new tab)` };

/** The actions of one row outside a table. */
export function RowActionsWithMenu({ name, main, edit, more }: RowActions & { name: string }) {
  const [button, setButton] = useState<HTMLElement>();
  return (
    <>
      <RowActionButtons main={main} edit={edit} name={name} openMore={more && setButton} />
      {/* The open menu follows what is loaded meanwhile. */}
      <RowMenu
        open={button && more && { button, label: name, actions: more() }}
        onClose={() => setButton(undefined)}
      />
    </>
  );
}

/** The row's worded actions, and a button for the others. */
export const RowActionButtons = ({
  main,
  edit,
  name,
  openMore,
}: Pick<RowActions, "main" | "edit"> & {
  /** The row's name. */
  name: string;
  /** Opens the menu at the pressed button; undefined if there are no other actions. */
  openMore: ((button: HTMLElement) => void) | undefined;
}) => (
  <div className="row-actions">
    {/* Two words leave no room for icons. */}
    {main && <ActionButton action={main} wordOnly={edit !== undefined} />}
    {edit && <ActionButton action={edit} wordOnly />}
    {openMore && (
      <button
        type="button"
        className="action quiet"
        aria-label={`More actions: ${name}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => openMore(currentTarget)}
      >
        <span title="More actions">
          <Icon name="more" />
        </span>
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
      <Menu
        opened
        onClose={() => {
          onClose();
          open.button.focus();
        }}
        position="bottom-end"
        width={260}
        transitionProps={{ duration: 0 }}
        returnFocus={false}
        // For screen readers: a menu contains only items, inside the page's main content.
        withInitialFocusPlaceholder={false}
        portalProps={{ target: "#content" }}
      >
        <Menu.Target>
          <span
            aria-hidden="true"
            style={{ position: "fixed", left, top, width, height, pointerEvents: "none" }}
          />
        </Menu.Target>
        <Menu.Dropdown aria-label={open.label}>
          {open.actions.map((action) => (
            <ActionItem key={action.name} action={action} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </Portal>
  );
}

/** The action as an item of a menu. */
export function ActionItem({ action }: { action: RowAction }) {
  const leftSection = <Icon name={action.icon} size={16} />;
  if ("unavailable" in action)
    return (
      <Menu.Item disabled leftSection={leftSection}>
        {action.unavailable}
      </Menu.Item>
    );
  return (
    <Menu.Item leftSection={leftSection} aria-label={action.label} {...targetOf(action)}>
      {action.name}
    </Menu.Item>
  );
}

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

/** The worded actions of a row, and those behind "⋯", which are asked for when the menu opens. */
export type RowActions = {
  main?: RowAction | undefined;
  /** Beside `main`. */
  edit?: RowAction | undefined;
  more?: (() => readonly RowAction[]) | undefined;
  /** Only in the sheet of a card, as the name on the card is no link for a finger. */
  page?: RowAction | undefined;
};

export const clientPage = (id: string, name: string): RowAction => ({
  name: "Client's page",
  label: `Client's page: ${name}`,
  icon: "clients",
  to: `/admin/clients/${id}`,
});
