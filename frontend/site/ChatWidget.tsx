import { useEffect, useRef, useState } from "react";
import { telephoneLink } from "./content/company.ts";
import { chat, whatsappLink } from "./content/contact.ts";
import { Icon } from "./Icon.tsx";

/** Opens and closes as the browser's own popover does, so that it answers before any script has run. */
export function ChatWidget() {
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") panel.current?.hidePopover();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);

  return (
    <aside className="chat" aria-label={chat.title}>
      <button
        type="button"
        className="chat-toggle"
        popoverTarget="chat-panel"
        aria-expanded={open}
        aria-label={open ? "Close chat" : "Open chat"}
      >
        <Icon name={open ? "close" : "chat"} />
      </button>
      <div
        id="chat-panel"
        className="chat-panel"
        popover="manual"
        role="dialog"
        aria-labelledby="chat-title"
        ref={panel}
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        <div className="chat-head">
          <h2 id="chat-title">{chat.title}</h2>
          <p>{chat.online}</p>
          <button
            type="button"
            className="icon-button"
            popoverTarget="chat-panel"
            popoverTargetAction="hide"
            aria-label="Close"
          >
            <Icon name="close" />
          </button>
        </div>
        <p className="chat-greeting">{chat.greeting}</p>
        <a className="button" href={whatsappLink} target="_blank" rel="noopener">
          <Icon name="chat" />
          {chat.whatsapp}
          <span className="unseen"> (opens in a new tab)</span>
        </a>
        <a className="button button-outline" href={telephoneLink}>
          <Icon name="telephone" />
          {chat.call}
        </a>
        <p className="chat-note">{chat.note}</p>
      </div>
    </aside>
  );
}
