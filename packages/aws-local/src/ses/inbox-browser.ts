// The inbox page's script: shows new emails and empties the inbox. The server strips the types.

const find = (selector: string, page = document) => page.querySelector<HTMLElement>(selector);

async function refresh(): Promise<void> {
  const html = await (await fetch(location.href)).text();
  const nextPage = new DOMParser().parseFromString(html, "text/html");
  const [current, next] = [document, nextPage].map((page) => find("nav", page));
  if (!current || !next || current.isEqualNode(next)) return;
  const focused = document.activeElement?.getAttribute("href");
  current.replaceWith(next);
  document.title = nextPage.title;
  const announcement = find("#announcement");
  if (announcement)
    announcement.textContent = `Newest email: ${find("nav li span:last-child")?.textContent ?? "none"}`;
  if (focused) find(`nav a[href="${CSS.escape(focused)}"]`)?.focus();
}

find("#empty")?.addEventListener("click", async () => {
  if (!confirm("Delete all emails?")) return;
  await fetch("/messages", { method: "DELETE" });
  location.href = "/";
});
const changes = new EventSource("/changes");
changes.onmessage = refresh;
changes.onopen = refresh; // After a restart of the server.
