import * as company from "../../shared/company.ts";
import { chat, whatsappLink } from "./content/chat.ts";
import { Icon } from "./Icon.tsx";

export const ChatPanel = () => (
  <>
    <div className="chat-head">
      <h2 id="chat-title">{chat.title}</h2>
      <p>{chat.online}</p>
      <p className="chat-hours">{company.hours.value}</p>
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
