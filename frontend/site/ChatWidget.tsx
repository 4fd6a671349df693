import { useEffect } from "react";
import * as company from "../../shared/company.ts";
import { nextAnswer } from "./answer-time.ts";
import { chat, whatsappLink } from "./content/chat.ts";
import { Icon } from "./Icon.tsx";
import { StaticHtml } from "./StaticHtml.tsx";
import { usePopover } from "./use-popover.ts";

/** Uses the browser's popover, so that it works before any script has run. */
export function ChatWidget() {
  const { open, close, panel } = usePopover<HTMLDivElement>();

  const away = open && nextAnswer(company.hours.value.week, Date.now());

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
      <StaticHtml className="chat-bar">{import.meta.env.SSR && <ChatBar />}</StaticHtml>
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
        <p className="chat-away" role="status">
          {away && `${chat.away} ${away}.`}
        </p>
      </div>
    </aside>
  );
}

/** On narrow windows the button is in a bar, so that it covers neither words nor controls. */
const ChatBar = () => (
  <>
    <a className="button" href="#contact">
      {chat.write}
    </a>
    <a className="quiet-link" href={company.telephoneLink}>
      <Icon name="telephone" />
      {chat.callShort}
    </a>
  </>
);

const ChatPanel = () => (
  <>
    <div className="chat-head">
      <h2 id="chat-title">{chat.title}</h2>
      <p>{chat.online}</p>
      <p className="chat-hours">{company.hours.value.text}</p>
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
    <a className="button" href={whatsappLink()} target="_blank" rel="noopener">
      <Icon name="chat" />
      <span>{chat.whatsapp}</span>
      <span className="unseen"> (opens in a new tab)</span>
    </a>
    <a className="button button-outline" href={company.telephoneLink}>
      <Icon name="telephone" />
      {chat.call}
    </a>
    <p className="chat-note">{chat.note}</p>
  </>
);
