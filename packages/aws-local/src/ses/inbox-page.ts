/** The inbox page. All email content is escaped; HTML is only shown in a sandboxed frame. */
import type { Email } from "./inbox.ts";
import { escapeMarkup } from "./xml.ts";

/** In an email's frame: no scripts, no remote content, links open a new window. */
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
const frameHead = `<meta http-equiv="Content-Security-Policy" content="${framePolicy}"><base target="_blank">`;

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const timeOf = ({ sentAt }: Email) =>
  `<time datetime="${escapeMarkup(sentAt)}">${time.format(new Date(sentAt))}</time>`;
const subjectOf = ({ subject }: Email) => escapeMarkup(subject || "(no subject)");

/** `query` has the words to `search` for, the id of the open `email`, and its `form` (html or text). */
export function inboxPage(emails: Email[], query: URLSearchParams, head: string): string {
  const search = query.get("search") ?? "";
  const matching = emails.filter(matchesSearch(search));
  const openEmail = emails.find(({ id }) => id === query.get("email"));
  const linkTo = (email: string, form: string) =>
    `href="?${escapeMarkup(String(new URLSearchParams({ email, form, search })))}"`;
  const form = query.get("form") ?? "";
  const items = matching.map(
    (email) =>
      `<li><a ${linkTo(email.id, form)}${email === openEmail ? ' aria-current="true"' : ""}>
        <span>${escapeMarkup(email.to.join(", "))}</span>${timeOf(email)}<span>${subjectOf(email)}</span></a></li>`,
  );
  const emptyText = search ? "No email has these words." : "No mail yet.";
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Inbox (${emails.length})</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/inbox.css" />
    <script type="module" src="/inbox.js"></script>
  </head>
  <body${openEmail ? ' class="reading"' : ""}>
    <header>
      <h1>Inbox</h1>
      ${head}
      <form>
        <input type="search" name="search" value="${escapeMarkup(search)}" placeholder="Search" aria-label="Search the emails" />
      </form>
      <button id="empty" type="button">Empty inbox</button>
    </header>
    <main>
      <nav aria-label="Emails">${matching[0] ? `<ol>${items.join("")}</ol>` : `<p>${emptyText}</p>`}</nav>
      ${openEmail ? article(openEmail, form, linkTo) : "<article></article>"}
    </main>
    <p id="announcement" role="status"></p>
  </body>
</html>`;
}

function matchesSearch(search: string) {
  const words = search.toLowerCase().split(/\s+/);
  return ({ from, to, cc = [], subject, text, html }: Email) => {
    const all = [from, ...to, ...cc, subject, text ?? html].join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

function article(
  email: Email,
  requestedForm: string,
  linkTo: (email: string, form: string) => string,
): string {
  const { id, from, to, cc = [], replyTo, html, text, attachments = [] } = email;
  const form = html === null || (requestedForm === "text" && text !== null) ? "text" : "html";
  const tab = (tabForm: string, name: string) =>
    `<a id="${tabForm}" role="tab" aria-controls="panel" aria-selected="${tabForm === form}" ${linkTo(id, tabForm)}>${name}</a>`;
  const headers = { From: from, To: to.join(", "), Copies: cc.join(", "), "Reply to": replyTo.join(", ") };
  return `<article aria-labelledby="subject" tabindex="-1" autofocus>
    <a href="/" class="back">← All emails</a>
    <h2 id="subject">${subjectOf(email)}</h2>
    <dl>${Object.entries(headers)
      .map(([name, value]) => (value ? `<dt>${name}</dt><dd>${escapeMarkup(value)}</dd>` : ""))
      .join("")}<dt>Sent</dt><dd>${timeOf(email)}</dd>${attachments
      .map(
        ({ filename }, number) =>
          `<dt>Attached</dt><dd><a href="/attachment?${escapeMarkup(String(new URLSearchParams({ email: id, number: String(number) })))}" target="_blank">${escapeMarkup(filename)}</a></dd>`,
      )
      .join("")}</dl>
    <div role="tablist" aria-label="Form">
      ${html === null ? "" : tab("html", "HTML")} ${text === null ? "" : tab("text", "Text")}
    </div>
    <div id="panel" role="tabpanel" aria-labelledby="${form}">
      ${form === "html" ? frame(html ?? "") : plain(text ?? "")}
    </div>
  </article>`;
}

const frame = (html: string) =>
  `<iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"
    srcdoc="${escapeMarkup(frameHead + html)}"></iframe>`;

function plain(text: string): string {
  const parts = text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/)
    .map(escapeMarkup)
    .map((part, at) => (at % 2 ? `<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part));
  return `<pre tabindex="0" aria-label="The email">${parts.join("")}</pre>`;
}
