import { useEffect } from "react";
import { ChatPanel } from "./ChatPanel.tsx";
import { Icon } from "./Icon.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { usePopover } from "./use-popover.ts";

/** Uses the browser's popover, so that it works before any script has run. */
export function ChatWidget() {
  const { open, close, panel } = usePopover<HTMLDivElement>();

  useEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open, close]);

  return (
    <aside className="chat" aria-label="Chat">
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
        {...panel}
      >
        <StaticHtml className="chat-inside">{import.meta.env.SSR && <ChatPanel />}</StaticHtml>
      </div>
    </aside>
  );
}
