/** From now on a page of the back-office that cannot be fetched says so in words of ours. */
export function standInWhenOffline(): void {
  // Where there are no workers, or none are allowed, the browser says it in its own.
  void navigator.serviceWorker
    ?.register("/admin-worker.js", { scope: "/admin", updateViaCache: "none" })
    .catch(() => {});
}
