import type { Client } from "../clients/client.ts";

type Reader = Pick<Client, "name" | "company" | "address" | "kra_pin">;

/** The one who gets a paper: the company first, if there is one. */
export function readerOf(
  { name, company, address = "", kra_pin }: Reader,
  labels: { to: string; kraPin: string },
) {
  return {
    label: labels.to,
    name: company || name,
    lines: [
      company && company !== name ? name : "",
      ...address.split("\n"),
      kra_pin ? `${labels.kraPin}: ${kra_pin}` : "",
    ].filter(Boolean),
  };
}
