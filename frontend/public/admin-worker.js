// Shows an offline page when a page of the back-office cannot be fetched. It caches that page and its script, no data and
// no program files.
const page = "/admin-offline.html";
const script = "/admin-offline.js";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const files = [page, script].map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open("offline").then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => {
  // The browser requests the page while the worker starts.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") {
    const fromNetwork = async () => (await event.preloadResponse) ?? fetch(event.request);
    event.respondWith(fromNetwork().catch(() => caches.match(page)));
  } else if (new URL(event.request.url).pathname === script) {
    event.respondWith(caches.match(script).then((cached) => cached ?? fetch(event.request)));
  }
});
