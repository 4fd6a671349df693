import type { InvoicePage } from "../../../../shared/invoice-document/document.ts";
import { announce } from "./announce.ts";

/**
 * Opens the page of an invoice or a credit note in a new tab: the one that its client gets, without links to the client's
 * account. It also works for a client who was erased and has no page any more.
 */
export async function openInvoice(read: () => Promise<InvoicePage>): Promise<void> {
  // Browsers open a tab only while they handle the click.
  const tab = window.open("about:blank", "_blank");
  try {
    const [facts, { invoiceDocument }] = await Promise.all([
      read(),
      import("../../../../shared/invoice-document/document.ts"),
    ]);
    const page = invoiceDocument({ ...facts, site: location.origin });
    const address = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    if (tab) tab.location.replace(address);
    else location.assign(address);
  } catch {
    tab?.close();
    announce("The invoice could not be read. Try again.", "error");
  }
}
