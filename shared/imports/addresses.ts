import { count } from "../count.ts";
import { quoted } from "../errors.ts";

const addressesIn = (cell: string): string[] => {
  const addresses = cell.match(/[^\s<>()[\]"'“”,;:/|?@]+@[^\s<>()[\]"'“”,;:/|?@]+/g) ?? [];
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
};

/** The address of `Amani Ltd <a@amani.example>` or `mailto:a@amani.example`; any other cell as it is. */
export function addressIn(cell: string): string {
  const [address, ...others] = addressesIn(cell);
  if (!address || others.length > 0) return cell;
  const isBracketed = cell.toLowerCase().includes(`<${address.toLowerCase()}>`);
  const link = cell.replace(/^mailto:/i, "").replace(/\?.*$/, "");
  const rest = link.toLowerCase().replaceAll(address.toLowerCase(), "");
  return isBracketed || /^[\s<>,;"'“”]*$/.test(rest) ? address : cell;
}

/** The problem if a cell has several addresses: which of them is meant is not guessed. */
export function addressesProblem(cell: string | undefined): string | undefined {
  const { length } = addressesIn(cell ?? "");
  return cell && length > 1
    ? `Email: ${quoted(cell)} has ${count(length)} addresses. Keep the one that emails go to.`
    : undefined;
}
