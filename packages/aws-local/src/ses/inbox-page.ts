import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";

/**
 * The page runs its own script and no other; the emails' styles are allowed because an email's frame inherits
 * this policy, on top of which comes its own (see inbox-browser.ts).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Inbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/inbox.css">
<script type="module" src="/inbox.js"></script>
</head>
<body>
<header>
  <h1>Inbox <span id="count"></span></h1>
  <label class="search"><span class="unseen">Search the emails</span><input id="search" type="search" placeholder="Search"></label>
  <button id="empty" type="button">Empty inbox</button>
</header>
<main>
  <nav aria-label="Emails"><ol id="emails"></ol><p id="none">No mail yet. It appears here as it is sent.</p></nav>
  <article id="email" aria-labelledby="subject" tabindex="-1"><p id="unopened">Choose an email.</p></article>
</main>
<p id="news" class="unseen" role="status"></p>
<noscript><p>The list needs JavaScript; the mail itself is at <a href="/messages">/messages</a>.</p></noscript>
</body>
</html>
`;

interface Page {
  headers: Record<string, string>;
  body: string;
}

/** The inbox page and the two files it loads; undefined for any other path. */
export async function inboxPage(path: string): Promise<Page | undefined> {
  if (path === "/") return page("text/html", PAGE);
  if (path === "/inbox.css") return page("text/css", await readFile(beside("inbox.css"), "utf8"));
  if (path !== "/inbox.js") return undefined;
  const source = await readFile(beside("inbox-browser.ts"), "utf8");
  return page("text/javascript", stripTypeScriptTypes(source));
}

function beside(file: string): URL {
  return new URL(file, import.meta.url);
}

function page(type: string, body: string): Page {
  return {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": POLICY,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
    body,
  };
}
