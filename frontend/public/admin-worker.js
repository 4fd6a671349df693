// Stands in for the network where a page of the back-office cannot be fetched, and for nothing else: it keeps one page,
// which says so, and neither data nor anything that a release names.
const page = "/admin-offline.html";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open("offline").then((cache) => cache.add(new Request(page, { cache: "reload" }))));
});

self.addEventListener("activate", (event) => {
  // The page is asked for while this wakes up, not after.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const asked = async () => (await event.preloadResponse) ?? fetch(event.request);
  event.respondWith(asked().catch(() => caches.match(page)));
});
