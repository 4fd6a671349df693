/** Downloads a file. */
export function saveAs(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  // Some browsers start reading later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
