// Shows an offline page when a page of the back-office cannot be fetched. It caches that page and its script, no data and
// no program files.
const page = "/admin-offline.html";
const script = "/admin-offline.js";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const files = [page, script].map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open("offline").then((cache) => cache.addAll(files)));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") {
    // Without navigation preload: Firefox shows its own error when a preload fails, whatever the worker responds.
    event.respondWith(fetch(event.request).catch(() => caches.match(page)));
  } else if (new URL(event.request.url).pathname === script) {
    event.respondWith(caches.match(script).then((cached) => cached ?? fetch(event.request)));
  }
});
