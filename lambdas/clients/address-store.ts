import { addressKey } from "../../shared/people/address-key.ts";
import { clientsWith } from "./lookup-store.ts";
import type { Row } from "./store.ts";

/** A client's addresses: the present one, and those before corrections that no other client has. */
export async function addressesOf({ id, email, former_emails: former = [] }: Row): Promise<string[]> {
  if (former.length === 0) return email ? [email] : [];
  const keys = former.map(addressKey);
  const owners = await clientsWith({ email: keys });
  const isOthers = (key: string) => [...(owners.email.get(key) ?? [])].some((owner) => owner !== id);
  return [email, ...former.filter((_, at) => !isOthers(keys[at] ?? ""))].filter(Boolean);
}
