// The inbox page's script, served to the browser without its types. All text of letters goes through textContent or
// an attribute; their HTML is only ever shown inside a sandboxed frame.

interface Letter {
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
const LETTER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
const LETTER_HEAD = `<meta http-equiv="Content-Security-Policy" content="${LETTER_POLICY}"><base target="_blank">`;

const list = element<HTMLOListElement>("letters");
const article = element<HTMLElement>("letter");
const search = element<HTMLInputElement>("search");
const news = element<HTMLElement>("news");

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const read = new Set<string>(JSON.parse(sessionStorage.getItem("read") ?? "[]"));
let letters: Letter[] = [];
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
  const fresh: Letter[] = await response.json();
  const known = new Set(letters.map((letter) => letter.id));
  const arrived = fresh.filter((letter) => !known.has(letter.id));
  if (loaded && arrived[0])
    news.textContent = `New mail: ${arrived[0].subject || "no subject"}${arrived.length > 1 ? ` and ${arrived.length - 1} more` : ""}`;
  letters = fresh;
  loaded = true;
  showLetter();
  showList();
}

function matches(letter: Letter, words: string[]): boolean {
  const all = [letter.from, ...letter.to, ...letter.cc, letter.subject, letter.text ?? letter.html ?? ""];
  const text = all.join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

function opened(): string {
  return decodeURIComponent(location.hash.slice(1));
}

function showList(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = letters.filter((letter) => matches(letter, words));
  const unread = letters.filter((letter) => !read.has(letter.id)).length;
  element("count").textContent = `${letters.length}`;
  document.title = unread > 0 ? `(${unread}) Inbox` : "Inbox";
  const none = element("none");
  none.hidden = found.length > 0;
  none.textContent =
    letters.length > 0 ? "No letter has these words." : "No mail yet. It appears here as it is sent.";
  const focused = document.activeElement?.getAttribute("href");
  list.replaceChildren(...found.map(listItem));
  if (focused) list.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

function listItem(letter: Letter): HTMLLIElement {
  const link = make(
    "a",
    { href: `#${encodeURIComponent(letter.id)}`, className: read.has(letter.id) ? "" : "new" },
    make("span", { className: "to" }, letter.to.join(", ") || letter.bcc.join(", ")),
    make("time", { dateTime: letter.sentAt }, time.format(new Date(letter.sentAt))),
    make("span", { className: "subject" }, letter.subject || "(no subject)"),
  );
  if (!read.has(letter.id)) link.append(make("span", { className: "unseen" }, " unread"));
  if (letter.id === opened()) link.setAttribute("aria-current", "true");
  return make("li", {}, link);
}

/** Shows the letter that the address names; leaves the one on screen alone, so that it does not flicker. */
function showLetter(again = false): void {
  const letter = letters.find((each) => each.id === opened());
  document.body.classList.toggle("reading", letter !== undefined);
  if (!again && letter?.id === shown && (letter || letters.length > 0)) return;
  shown = letter?.id;
  if (!letter) {
    article.replaceChildren(make("p", { id: "unopened" }, letters.length > 0 ? "Choose a letter." : ""));
    return;
  }
  read.add(letter.id);
  sessionStorage.setItem("read", JSON.stringify([...read]));
  const back = make("a", { href: "#", className: "back" }, "← All letters");
  const lines: [string, string][] = [
    ["From", letter.from],
    ["To", letter.to.join(", ")],
    ["Cc", letter.cc.join(", ")],
    ["Bcc", letter.bcc.join(", ")],
    ["Reply to", letter.replyTo.join(", ")],
    ["Sent", time.format(new Date(letter.sentAt))],
  ];
  const facts = make("dl");
  for (const [name, value] of lines)
    if (value) facts.append(make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  article.replaceChildren(
    back,
    make("h2", { id: "subject" }, letter.subject || "(no subject)"),
    facts,
    ...body(letter),
  );
}

function body(letter: Letter): Node[] {
  const kind = letter.html === null ? "text" : letter.text === null ? "html" : view;
  const tabs = make("div", { className: "choices" });
  tabs.setAttribute("role", "tablist");
  tabs.setAttribute("aria-label", "Form of the letter");
  for (const each of ["html", "text"] as const) {
    const tab = make("button", { type: "button", id: `tab-${each}`, disabled: letter[each] === null });
    tab.textContent = each === "html" ? "HTML" : "Text";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(each === kind));
    tab.setAttribute("aria-controls", "body");
    tab.tabIndex = each === kind ? 0 : -1;
    tab.onclick = () => choose(() => (view = each), `tab-${each}`);
    tab.onkeydown = (event) => {
      const other = each === "html" ? "text" : "html";
      if (/^Arrow(Left|Right)$/.test(event.key) && letter[other] !== null)
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
  panel.append(kind === "html" ? frame(letter.html ?? "") : plain(letter.text ?? ""));
  return [make("div", { className: "bar" }, tabs, widths), panel];
}

function choose(change: () => void, focus: string): void {
  change();
  showLetter(true);
  document.getElementById(focus)?.focus();
}

function frame(html: string): HTMLIFrameElement {
  const made = make("iframe", { title: "The letter", srcdoc: LETTER_HEAD + html });
  made.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  made.setAttribute("referrerpolicy", "no-referrer");
  return made;
}

function plain(text: string): HTMLPreElement {
  const pre = make("pre", { tabIndex: 0 });
  pre.setAttribute("aria-label", "The letter");
  for (const part of text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)) {
    const isLink = /^https?:\/\//.test(part);
    pre.append(isLink ? make("a", { href: part, target: "_blank", rel: "noreferrer" }, part) : part);
  }
  return pre;
}

addEventListener("hashchange", () => {
  const leaving = shown;
  showLetter();
  showList();
  if (shown) article.focus({ preventScroll: true });
  else if (leaving) list.querySelector<HTMLElement>(`a[href="#${CSS.escape(leaving)}"]`)?.focus();
  scrollTo(0, 0);
});
search.addEventListener("input", showList);
element("empty").addEventListener("click", async () => {
  if (!confirm("Delete all letters?")) return;
  await fetch("/messages", { method: "DELETE" });
  location.hash = "";
});
const changes = new EventSource("/changes");
changes.onmessage = () => void refresh();
changes.onopen = () => void refresh(); // also after the service was restarted

export {}; // its names are its own
