// The inbox page's script, served to the browser without its types: shows what arrives, and empties the inbox.

const find = (selector: string, page = document) => page.querySelector<HTMLElement>(selector);

async function refresh(): Promise<void> {
  const html = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const [before, after] = [document, fresh].map((page) => find("nav", page));
  if (!before || !after || before.isEqualNode(after)) return;
  const focused = document.activeElement?.getAttribute("href");
  before.replaceWith(after);
  document.title = fresh.title;
  const news = find("#news");
  if (news) news.textContent = `The newest: ${find("nav li span:last-child")?.textContent ?? "none"}`;
  if (focused) find(`nav a[href="${CSS.escape(focused)}"]`)?.focus();
}

find("#empty")?.addEventListener("click", async () => {
  if (!confirm("Delete all emails?")) return;
  await fetch("/messages", { method: "DELETE" });
  location.href = "/";
});
const changes = new EventSource("/changes");
changes.onmessage = refresh;
changes.onopen = refresh; // also after the service was restarted
