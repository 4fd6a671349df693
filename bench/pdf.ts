import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { type InvoiceFacts, invoiceContent } from "../shared/invoice-document/invoice-content.ts";
import type { Paper } from "../shared/paper/paper.ts";
import { unsavedSettings } from "../shared/settings/settings.ts";
import { type Figure, print } from "./figure.ts";

/** A function with 512 MB has this part of a processor. */
const PROCESSOR = 512 / 1_769;

/** An invoice with lines, for a client whose names are in Arabic and Amharic. */
function invoice(count: number): Paper {
  const lines = Array.from({ length: count }, (_, at): InvoiceFacts["invoice"]["lines"][number] => ({
    charge: `4f3c1f6e-5d83-4f6e-8a49-6a3f8f1f7f10#2026-12-28`,
    service: `Hosting of branch ${at + 1}`,
    covered: { from: "2026-12-28", to: "2027-01-27" },
    net: 1_000,
    vat: 160,
    gross: 1_160,
    taxed: "standard",
    rate: 16,
  }));
  const company = {
    ...unsavedSettings,
    company_name: "Mwamba Software",
    mpesa_paybill: "522522",
    bank_account_number: "0123456789",
  };
  return invoiceContent({
    company,
    today: "2026-12-24",
    invoice: {
      number: "INV-2026-000123",
      kind: "invoice",
      day: "2026-12-21",
      due: "2026-12-28",
      currency: "KES",
      net: count * 1_000,
      vat: count * 160,
      gross: count * 1_160,
      lines,
      seller: { name: "Mwamba Software Ltd", address: "Ngong Road\nNairobi", kra_pin: "P051234567X" },
      buyer: { name: "ሰላም አበበ", company: "شركة النور للتجارة", kra_pin: "P059876543Z" },
      reference: "4821072",
    },
  });
}

/** The bytes of a PDF, and the processor's seconds of the first call in a new process and of later ones. */
async function drawn(paper: Paper): Promise<{ bytes: number; first: number; later: number }> {
  const script = `
    const { handler } = require(${JSON.stringify(resolve("build/lambdas/paper-pdf/index.cjs"))});
    const seconds = async () => {
      const before = process.cpuUsage();
      const { base64 } = await handler(${JSON.stringify(paper)});
      const { user, system } = process.cpuUsage(before);
      return [(user + system) / 1e6, Buffer.byteLength(base64, "base64")];
    };
    (async () => {
      const [first, bytes] = await seconds();
      const later = [];
      for (let round = 0; round < 5; round += 1) later.push((await seconds())[0]);
      console.log(JSON.stringify({ bytes, first, later: later.sort((a, b) => a - b)[2] }));
    })();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script]);
  return JSON.parse(stdout);
}

/** The cost of a PDF: of an invoice of three lines, and of one of 400. */
export async function measure(): Promise<Figure[]> {
  const [usual, long] = [await drawn(invoice(3)), await drawn(invoice(400))];
  const names = "an invoice with Arabic and Amharic names";
  print("later ones in a warm function", `${(usual.later / PROCESSOR).toFixed(2)} s`);
  return [
    { name: `${names}, at 512 MB, the first`, unit: "s", value: usual.first / PROCESSOR, budget: 1.5 },
    { name: names, unit: "KB", value: usual.bytes / 1_000, budget: 150 },
    { name: "an invoice of 400 lines", unit: "KB", value: long.bytes / 1_000, budget: 600 },
    {
      name: "an invoice of 400 lines, at 512 MB, the first",
      unit: "s",
      value: long.first / PROCESSOR,
      budget: 8,
    },
  ];
}
