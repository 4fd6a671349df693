/**
 * Estimates a month's cost from the template and prices.json: `npm run cost`; `-- --waf` adds the firewall, `-- --vault`
 * the nightly backups and their copies in a second region, at the prices of the first.
 */
import { parseArgs } from "node:util";
import { synthesize, synthesizeSideStack, synthesizeVaultStack } from "../../infra/checks/synthesize.ts";
import { FirewallStack } from "../../infra/firewall.ts";
import { fail } from "../command.ts";
import { billOf, type Line, readPrices, totalOf } from "./bill.ts";
import { type Size, sizes, usageOf } from "./usage.ts";

const dollars = (sum: number) => `$${sum.toFixed(2)}`.padStart(9);

try {
  const { values } = parseArgs({
    options: { waf: { type: "boolean", default: false }, vault: { type: "boolean", default: false } },
  });
  const prices = readPrices();
  const templates = [
    synthesize({ name: "prod", ...(values.vault && { vault: { region: "eu-central-1" } }) }),
    ...(values.vault ? [synthesizeVaultStack().template] : []),
    ...(values.waf
      ? [synthesizeSideStack((app, props) => new FirewallStack(app, "Firewall", props)).template]
      : []),
  ];
  const billFor = (size: Size) => templates.flatMap((template) => billOf(usageOf(template, size), prices));
  const bills = sizes.map((size) => ({ size, lines: billFor(size), total: totalOf(billFor(size)) }));

  console.info(
    `A month in ${prices.region}, with prices of ${prices.entered}, without taxes and the domain's DNS.`,
  );
  const unconfirmed = Object.entries(prices.prices).filter(([, { confirmed }]) => confirmed === undefined);
  console.info(
    `The quantities are estimates. Prices without a second source: ${unconfirmed.map(([what]) => what).join(", ")}.\n`,
  );
  for (const { size, total } of bills)
    console.info(
      `${describe(size)}\n  price list ${dollars(total.listed)}   after the free tier ${dollars(total.paid)}`,
    );
  for (const { size, lines } of bills) console.info(`\n${size.name}${table(lines)}`);
} catch (error) {
  fail(error);
}

function describe({ name, clients, subscriptions, visitors, staffRequests }: Size): string {
  const format = (count: number) => count.toLocaleString("en-US");
  return `${name}: ${format(clients)} clients, ${format(subscriptions)} subscriptions, ${format(visitors)} visitors, ${format(staffRequests)} staff requests`;
}

function table(lines: Line[]): string {
  return lines
    .filter(({ listed }) => listed >= 0.005)
    .sort((one, other) => other.listed - one.listed)
    .map(
      ({ what, quantity, listed, paid }) =>
        `\n  ${dollars(listed)} → ${dollars(paid)}   ${Math.ceil(quantity).toLocaleString("en-US")} ${what}`,
    )
    .join("");
}
