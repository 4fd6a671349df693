import { formatReference } from "../../payment-reference.ts";
import {
  type Clue,
  candidatesOf,
  contradictionsOf,
  nameOf,
  namesOf,
  uniqueClients,
  unknownReference,
} from "./clues.ts";
import type { StatementLine } from "./line.ts";
import type { FoundClient } from "./lookup-results.ts";

/** Who a line can be of, by what its texts say. */
export type Opinion = {
  /** The only client that it can be of, or that the reference is of. */
  client?: FoundClient | undefined;
  /** A sentence. */
  lead: string;
  /** Parts of a sentence: why it is not sure. */
  doubts: string[];
};

export function opinionOf(line: StatementLine, clues: readonly Clue[]): Opinion {
  const clientsBy = (kind: Clue["kind"]) =>
    uniqueClients(clues.filter((clue) => clue.kind === kind).flatMap(({ clients }) => clients));
  const unknown = unknownReference(line, clues);
  const [client, ...others] = clientsBy("reference");
  if (client && others.length > 0)
    return {
      lead: `It has the references of ${namesOf([client, ...others], "and")}.`,
      doubts: [severalReferences],
    };
  if (client) {
    const lead = `Reference ${formatReference(client.reference ?? "")} of ${nameOf(client)}.`;
    return { client, lead, doubts: [...contradictionsOf(clues, client), ...(unknown ? [unknown] : [])] };
  }
  return byPhone(clues, clientsBy("phone"), unknown) ?? byAnything(clues, unknown);
}

const severalReferences = "a person has to say who paid";

/** The phone numbers are all of one client, and nothing looks like the reference of another. */
function byPhone(
  clues: readonly Clue[],
  [client, ...others]: readonly FoundClient[],
  unknown: string | undefined,
): Opinion | undefined {
  const isNear = clues.some(({ kind }) => kind === "near");
  if (!client || others.length > 0 || isNear || unknown) return undefined;
  const doubts = contradictionsOf(clues, client);
  return { client, lead: `There is no reference, but the phone number of ${nameOf(client)}.`, doubts };
}

function byAnything(clues: readonly Clue[], unknown: string | undefined): Opinion {
  const clients = uniqueClients(clues.flatMap(({ clients }) => clients));
  const [client, ...others] = clients;
  const problem = unknown ?? "there is no payment reference";
  if (!client)
    return {
      lead: unknown
        ? `${unknown.slice(0, 1).toUpperCase()}${unknown.slice(1)}.`
        : "It has no payment reference, phone number or name of a client.",
      doubts: [],
    };
  const [candidate] = candidatesOf(clues);
  if (others.length === 0) return { client, lead: `It can be ${candidate?.why ?? ""}`, doubts: [problem] };
  return { lead: `It can be ${namesOf(clients, "or")}.`, doubts: [problem] };
}
