import { addDays } from "../../shared/day.ts";
import { actsFor } from "./acts.ts";
import { type CompanyOptions, type Office, openOffice } from "./office.ts";
import type { Played, Player } from "./player.ts";
import { addClient, addSubscription, pay } from "./records.ts";

/** The staff of one company work at random from a seed. */
export async function playCompany(
  player: Player,
  options: CompanyOptions,
  save: (played: Played) => void,
): Promise<void> {
  const office = openOffice(player, options, save);
  await player.saveSettings({ send_receipts: options.receipts });
  await trySamples(office);
  for (let n = 0; n < 4; n += 1) {
    const client = await addClient(office);
    await addSubscription(office, client.id);
  }
  while (office.count < options.requests) await step(office);
  await office.look();
}

/** Sample data comes before real records, and some of it goes before them. */
async function trySamples(office: Office): Promise<void> {
  const { clients, paymentIds, call } = office;
  const client = await addClient(office, { sample: true });
  await addSubscription(office, client.id, {
    sample: true,
    amount: 90,
    start_date: addDays(office.day, -60),
    currency: "KES",
  });
  await addSubscription(office, client.id, { sample: true, amount: 20 });
  await pay(office, client.id, { amount: 250, credit: true, currency: "KES" });
  await pay(office, client.id, { amount: 20, credit: true, currency: "USD" });
  if (paymentIds[0]) await call({ route: "DELETE /api/v1/payments/{id}", params: { id: paymentIds[0] } });
  await office.look();
  if (office.chance(70)) {
    await call({ route: "DELETE /api/v1/samples", as: "admin", waits: true });
    clients.splice(0);
    paymentIds.splice(0);
  }
}

/** Does one of the acts for one of the clients. */
async function step(office: Office): Promise<void> {
  const client = office.pick(office.clients);
  if (!client) {
    await addClient(office);
    return;
  }
  const acts = await actsFor(office, client);
  let at = office.below(acts.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, act] of acts) {
    at -= weight;
    if (at >= 0) continue;
    await act();
    return;
  }
}
