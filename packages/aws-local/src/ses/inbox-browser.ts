// The inbox page's script, served to the browser without its types. All text of emails goes through textContent or
// an attribute; their HTML is only ever shown inside a sandboxed frame.

interface Email {
  id: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  subject: string;
  text: string | null;
  html: string | null;
  sentAt: string;
}

/** No script, no remote content. Links open in a window of their own. */
const EMAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
const EMAIL_HEAD = `<meta http-equiv="Content-Security-Policy" content="${EMAIL_POLICY}"><base target="_blank">`;

const list = element<HTMLOListElement>("emails");
const article = element<HTMLElement>("email");
const search = element<HTMLInputElement>("search");
const news = element<HTMLElement>("news");

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const read = new Set<string>(JSON.parse(sessionStorage.getItem("read") ?? "[]"));
let emails: Email[] = [];
let loaded = false;
let shown: string | undefined;
let view: "html" | "text" = "html";
let width: "phone" | "desktop" = "desktop";

function element<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as T;
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

async function refresh(): Promise<void> {
  const response = await fetch("/messages");
  const fresh: Email[] = await response.json();
  const known = new Set(emails.map((email) => email.id));
  const arrived = fresh.filter((email) => !known.has(email.id));
  if (loaded && arrived[0])
    news.textContent = `New mail: ${arrived[0].subject || "no subject"}${arrived.length > 1 ? ` and ${arrived.length - 1} more` : ""}`;
  emails = fresh;
  loaded = true;
  showEmail();
  showList();
}

function matches(email: Email, words: string[]): boolean {
  const all = [email.from, ...email.to, ...email.cc, email.subject, email.text ?? email.html ?? ""];
  const text = all.join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

function opened(): string {
  return decodeURIComponent(location.hash.slice(1));
}

function showList(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = emails.filter((email) => matches(email, words));
  const unread = emails.filter((email) => !read.has(email.id)).length;
  element("count").textContent = `${emails.length}`;
  document.title = unread > 0 ? `(${unread}) Inbox` : "Inbox";
  const none = element("none");
  none.hidden = found.length > 0;
  none.textContent =
    emails.length > 0 ? "No email has these words." : "No mail yet. It appears here as it is sent.";
  const focused = document.activeElement?.getAttribute("href");
  list.replaceChildren(...found.map(listItem));
  if (focused) list.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

function listItem(email: Email): HTMLLIElement {
  const link = make(
    "a",
    { href: `#${encodeURIComponent(email.id)}`, className: read.has(email.id) ? "" : "new" },
    make("span", { className: "to" }, email.to.join(", ") || email.bcc.join(", ")),
    make("time", { dateTime: email.sentAt }, time.format(new Date(email.sentAt))),
    make("span", { className: "subject" }, email.subject || "(no subject)"),
  );
  if (!read.has(email.id)) link.append(make("span", { className: "unseen" }, " unread"));
  if (email.id === opened()) link.setAttribute("aria-current", "true");
  return make("li", {}, link);
}

/** Shows the email that the address names; leaves the one on screen alone, so that it does not flicker. */
function showEmail(again = false): void {
  const email = emails.find((each) => each.id === opened());
  document.body.classList.toggle("reading", email !== undefined);
  if (!again && email?.id === shown && (email || emails.length > 0)) return;
  shown = email?.id;
  if (!email) {
    article.replaceChildren(make("p", { id: "unopened" }, emails.length > 0 ? "Choose an email." : ""));
    return;
  }
  read.add(email.id);
  sessionStorage.setItem("read", JSON.stringify([...read]));
  const back = make("a", { href: "#", className: "back" }, "← All emails");
  const lines: [string, string][] = [
    ["From", email.from],
    ["To", email.to.join(", ")],
    ["Cc", email.cc.join(", ")],
    ["Bcc", email.bcc.join(", ")],
    ["Reply to", email.replyTo.join(", ")],
    ["Sent", time.format(new Date(email.sentAt))],
  ];
  const facts = make("dl");
  for (const [name, value] of lines)
    if (value) facts.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  article.replaceChildren(
    back,
    make("h2", { id: "subject" }, email.subject || "(no subject)"),
    facts,
    ...body(email),
  );
}

function body(email: Email): Node[] {
  const kind = email.html === null ? "text" : email.text === null ? "html" : view;
  const tabs = make("div", { className: "choices" });
  tabs.setAttribute("role", "tablist");
  tabs.setAttribute("aria-label", "Form of the email");
  for (const each of ["html", "text"] as const) {
    const tab = make("button", { type: "button", id: `tab-${each}`, disabled: email[each] === null });
    tab.textContent = each === "html" ? "HTML" : "Text";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(each === kind));
    tab.setAttribute("aria-controls", "body");
    tab.tabIndex = each === kind ? 0 : -1;
    tab.onclick = () => choose(() => (view = each), `tab-${each}`);
    tab.onkeydown = (event) => {
      const other = each === "html" ? "text" : "html";
      if (/^Arrow(Left|Right)$/.test(event.key) && email[other] !== null)
        choose(() => (view = other), `tab-${other}`);
    };
    tabs.append(tab);
  }
  const widths = make("div", { className: "choices widths" });
  widths.setAttribute("role", "group");
  widths.setAttribute("aria-label", "Width");
  for (const each of ["phone", "desktop"] as const) {
    const button = make("button", { type: "button", id: `width-${each}` });
    button.textContent = each === "phone" ? "Phone" : "Desktop";
    button.setAttribute("aria-pressed", String(each === width));
    button.onclick = () => choose(() => (width = each), `width-${each}`);
    widths.append(button);
  }
  const panel = make("div", { id: "body", className: width });
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", `tab-${kind}`);
  panel.append(kind === "html" ? frame(email.html ?? "") : plain(email.text ?? ""));
  return [make("div", { className: "bar" }, tabs, widths), panel];
}

function choose(change: () => void, focus: string): void {
  change();
  showEmail(true);
  document.getElementById(focus)?.focus();
}

function frame(html: string): HTMLIFrameElement {
  const made = make("iframe", { title: "The email", srcdoc: EMAIL_HEAD + html });
  made.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  made.setAttribute("referrerpolicy", "no-referrer");
  return made;
}

function plain(text: string): HTMLPreElement {
  const pre = make("pre", { tabIndex: 0 });
  pre.setAttribute("aria-label", "The email");
  for (const part of text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)) {
    const isLink = /^https?:\/\//.test(part);
    pre.append(isLink ? make("a", { href: part, target: "_blank", rel: "noreferrer" }, part) : part);
  }
  return pre;
}

addEventListener("hashchange", () => {
  const leaving = shown;
  showEmail();
  showList();
  if (shown) article.focus({ preventScroll: true });
  else if (leaving) list.querySelector<HTMLElement>(`a[href="#${CSS.escape(leaving)}"]`)?.focus();
  scrollTo(0, 0);
});
search.addEventListener("input", showList);
element("empty").addEventListener("click", async () => {
  if (!confirm("Delete all emails?")) return;
  await fetch("/messages", { method: "DELETE" });
  location.hash = "";
});
const changes = new EventSource("/changes");
changes.onmessage = () => void refresh();
changes.onopen = () => void refresh(); // also after the service was restarted

export {}; // its names are its own
