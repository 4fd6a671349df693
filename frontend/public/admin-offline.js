// On the page that says "You are offline": loads the page that was asked for once the server can be reached again.
const RETRY_MS = 5_000;

async function returnWhenOnline() {
  try {
    await fetch("/admin-offline.html", { method: "HEAD", cache: "no-store" });
    location.reload();
  } catch {
    // Still offline: asked again shortly.
  }
}

window.addEventListener("online", returnWhenOnline);
setInterval(returnWhenOnline, RETRY_MS);
