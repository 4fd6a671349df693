// The inbox page's script, served to the browser without its types. What emails say goes into text nodes and
// attributes; their HTML is only ever shown inside a sandboxed frame.

import type { Email } from "./inbox.ts";

/** No script, no remote content. Links open in a window of their own. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
const head = `<meta http-equiv="Content-Security-Policy" content="${policy}"><base target="_blank">`;

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const list = element("emails");
const reader = element("email");
const search = element<HTMLInputElement>("search");
const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

let emails: Email[] | undefined;
let shown: string | undefined;
let form: "html" | "text" = "html";

function make(tag: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const subjectOf = ({ subject }: Email) => subject || "(no subject)";
const opened = () => emails?.find(({ id }) => id === decodeURIComponent(location.hash.slice(1)));
const linkTo = (id: string) => list.querySelector<HTMLElement>(`a[href="#${CSS.escape(id)}"]`);

async function refresh(): Promise<void> {
  const fresh: Email[] = await (await fetch("/messages")).json();
  const [arrived] = fresh.filter(({ id }) => emails && !emails.some((known) => known.id === id));
  if (arrived) element("news").textContent = `New mail: ${subjectOf(arrived)}`;
  emails = fresh;
  show();
}

function show(): void {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (emails ?? []).filter(({ from, to, subject, text, html }) => {
    const all = [from, ...to, subject, text ?? html].join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  });
  document.title = `Inbox (${emails?.length ?? 0})`;
  element("none").textContent = found[0] ? "" : words[0] ? "No email has these words." : "No mail yet.";
  const focused = document.activeElement?.getAttribute("href");
  list.replaceChildren(...found.map(listItem));
  if (focused) linkTo(focused.slice(1))?.focus();
  if (opened()?.id !== shown) showEmail();
}

function listItem(email: Email): HTMLElement {
  const link = make(
    "a",
    { href: `#${encodeURIComponent(email.id)}`, ...(email === opened() && { "aria-current": "true" }) },
    make("span", {}, email.to.join(", ")),
    make("time", { datetime: email.sentAt }, time.format(new Date(email.sentAt))),
    make("span", { class: "subject" }, subjectOf(email)),
  );
  return make("li", {}, link);
}

/** Shows the email that the address names. */
function showEmail(): void {
  const email = opened();
  shown = email?.id;
  document.body.classList.toggle("reading", email !== undefined);
  if (!email) return void reader.replaceChildren();
  const facts = Object.entries({
    From: email.from,
    To: email.to.join(", "),
    "Reply to": email.replyTo.join(", "),
    Sent: time.format(new Date(email.sentAt)),
  }).filter(([, value]) => value);
  const kind = email.html === null ? "text" : email.text === null ? "html" : form;
  const panel = make("div", { id: "panel", role: "tabpanel", "aria-labelledby": kind });
  panel.append(kind === "html" ? frame(email.html ?? "") : plain(email.text ?? ""));
  reader.replaceChildren(
    make("a", { href: "#", class: "back" }, "← All emails"),
    make("h2", { id: "subject" }, subjectOf(email)),
    make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    make(
      "div",
      { role: "tablist", "aria-label": "Form" },
      tab(email, "html", kind),
      tab(email, "text", kind),
    ),
    panel,
  );
}

function tab(email: Email, each: typeof form, kind: typeof form): HTMLElement {
  const [selected, tabindex] = each === kind ? ["true", "0"] : ["false", "-1"];
  const made = make(
    "button",
    { id: each, role: "tab", "aria-controls": "panel", "aria-selected": selected, tabindex },
    each === "html" ? "HTML" : "Text",
  );
  made.toggleAttribute("disabled", email[each] === null);
  const choose = (chosen: typeof form) => {
    form = chosen;
    showEmail();
    element(chosen).focus();
  };
  made.onclick = () => choose(each);
  made.onkeydown = ({ key }) => {
    const other = each === "html" ? "text" : "html";
    if (/^Arrow(Left|Right)$/.test(key) && email[other] !== null) choose(other);
  };
  return made;
}

const frame = (html: string) =>
  make("iframe", {
    title: "The email",
    sandbox: "allow-popups allow-popups-to-escape-sandbox",
    referrerpolicy: "no-referrer",
    srcdoc: head + html,
  });

function plain(text: string): HTMLElement {
  const parts = text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .map((part, at) =>
      at % 2 ? make("a", { href: part, target: "_blank", rel: "noreferrer" }, part) : part,
    );
  return make("pre", { tabindex: "0", "aria-label": "The email" }, ...parts);
}

addEventListener("hashchange", () => {
  const left = shown;
  show();
  if (shown) reader.focus({ preventScroll: true });
  else if (left) linkTo(left)?.focus();
});
search.addEventListener("input", show);
element("empty").addEventListener("click", async () => {
  if (confirm("Delete all emails?")) await fetch("/messages", { method: "DELETE" });
});
const changes = new EventSource("/changes");
changes.onmessage = () => void refresh();
changes.onopen = () => void refresh(); // also after the service was restarted
