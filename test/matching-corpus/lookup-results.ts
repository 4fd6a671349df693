import { bareReference, codesNamedIn, ownCodeOf } from "../../shared/billing/matching/codes.ts";
import { identityOf } from "../../shared/billing/matching/identity.ts";
import type { StatementLine } from "../../shared/billing/matching/line.ts";
import type {
  FoundClient,
  FoundPayment,
  Known,
  LookupResults,
} from "../../shared/billing/matching/lookup-results.ts";
import { clientKeys, type Lookups, lookupsOf } from "../../shared/billing/matching/lookups.ts";
import { isReversal } from "../../shared/billing/matching/reversals.ts";
import type { Day } from "../../shared/day.ts";
import { toCents } from "../../shared/money.ts";
import { accounts, clients } from "./clients.ts";

const kes = { currency: "KES" } as const;
const typed = new Map<string, FoundPayment[]>([
  ["muthoni", [{ ...kes, id: "cash", paid_on: "2026-11-12", cents: 500_00 }]],
  ["omondi", [{ ...kes, id: "bank", paid_on: "2026-11-16", cents: 7_000_00, reference: "ft26320 omnd1" }]],
  [
    "wafula",
    [
      { ...kes, id: "mpesa", paid_on: "2026-11-13", cents: 3_500_00, reference: "TKD1000017" },
      { ...kes, id: "text", paid_on: "2026-11-13", cents: 3_400_00, reference: "M-Pesa TKD1000019" },
    ],
  ],
]);

const recorded = (id: string, client_id: string, cents: number, paid_on: Day) => ({
  id,
  client_id,
  cents,
  paid_on,
  currency: "KES" as const,
  client_name: clients.find((client) => client.id === client_id)?.name ?? "",
});
const bank = { currency: "KES", method: "bank" } as const;
/** Payments booked for lines of statements. */
const bookedLines: readonly [id: string, client_id: string, StatementLine][] = [
  [
    "p908",
    "baraka",
    {
      ...bank,
      code: "FT26310AB12",
      paid_on: "2026-11-06",
      amount: 12_000,
      payer: "BARAKA STORES",
      balance: 88_000,
    },
  ],
  [
    "p910",
    "wanjiku",
    {
      ...bank,
      code: "FT26307BBB01",
      paid_on: "2026-11-03",
      amount: 1_500,
      details: "RTGS JANE WANJIKU KAMAU ACC 4821072",
      balance: 105_000,
    },
  ],
  [
    "p911",
    "wanjiku",
    {
      ...bank,
      code: "CHQ000123",
      paid_on: "2026-11-04",
      amount: 1_500,
      details: "CHQ DEP 000123 ACC 4821072",
      balance: 115_000,
    },
  ],
  [
    "p912",
    "wanjiku",
    {
      ...bank,
      paid_on: "2026-11-05",
      amount: 1_500,
      details: "MPESA 254799000111 ACC 4821072",
      balance: 120_000,
    },
  ],
  [
    "p913",
    "otieno",
    {
      ...bank,
      code: "SO 1",
      paid_on: "2026-11-05",
      amount: 4_500,
      payer: "PETER OTIENO",
      details: "STANDING ORDER 3519404",
      balance: 200_000,
    },
  ],
  [
    "p914",
    "wanjiku",
    {
      currency: "KES",
      method: "mpesa",
      code: "TKI0000914",
      paid_on: "2026-11-09",
      amount: 1_500,
      account: "4821072",
    },
  ],
  [
    "p915",
    "kamau",
    { ...bank, code: "FT26312DEP7", paid_on: "2026-11-08", amount: 1_500, details: "DEPOSIT ACC 4533907" },
  ],
];
const known = new Map<string, Known>([
  ["TKB0000901", { recorded: [recorded("p901", "wanjiku", 1_500_00, "2026-11-11")] }],
  ["TKB0000902", { recorded: [recorded("p902", "otieno", 1_000_00, "2026-11-11")] }],
  ["TKB0000903", { ignored: { by: "Mary", at: "2026-11-12T09:00:00.000Z", reason: "Paid back in cash." } }],
  ["TKB0000904", { undone: { by: "Ali", at: "2026-11-12T09:00:00.000Z" } }],
  ["TKB0000905", { unmatched: { id: "p905" } }],
  [
    "TKB0000906",
    {
      recorded: [
        recorded("p906a", "wanjiku", 1_000_00, "2026-11-11"),
        recorded("p906b", "njeri", 500_00, "2026-11-11"),
      ],
    },
  ],
  ["TKD1000017", { recorded: [recorded("mpesa", "wafula", 3_500_00, "2026-11-13")] }],
  ["TKB0000907", { recorded: [{ ...recorded("p907", "mwangi", 120_00, "2026-11-11"), currency: "USD" }] }],
  ...bookedLines.map(([id, client_id, line]): [string, Known] => [
    identityOf(line),
    { recorded: [recorded(id, client_id, toCents(line.amount), line.paid_on)] },
  ]),
]);
const booked = bookedLines.map(
  ([id, client_id, line]): FoundPayment => ({
    ...recorded(id, client_id, toCents(line.amount), line.paid_on),
    method: line.method,
    reference: line.code ?? "",
  }),
);

/** Finds for the lines what the server would find: only what they ask for. */
export function lookupResultsFor(lines: readonly StatementLine[]): LookupResults {
  const wanted = lines.map(lookupsOf);
  const clientsBy = (kind: keyof ReturnType<typeof clientKeys>, ...asked: (keyof Lookups)[]) => {
    const keys = new Set(wanted.flatMap((lookups) => asked.flatMap((name) => lookups[name])));
    const byId = new Map<string, FoundClient[]>();
    for (const client of clients)
      for (const key of clientKeys(client)[kind])
        if (keys.has(key)) byId.set(key, [...(byId.get(key) ?? []), client]);
    return byId;
  };
  const references = clientsBy("references", "references", "near");
  const [phones, names] = [clientsBy("phones", "phones"), clientsBy("names", "names")];
  const identities = new Set([...lines.map(identityOf), ...wanted.flatMap(({ codes }) => codes)]);
  const onRecord = new Map([...known].filter(([identity]) => identities.has(identity)));
  for (const line of lines.filter(isReversal))
    for (const code of [...codesNamedIn(line), ownCodeOf(line)]) {
      const of = booked.filter(({ reference }) => bareReference(reference) === bareReference(code));
      const [sameAmount, ...furtherMatches] = of.filter(
        ({ cents }) => cents === Math.abs(toCents(line.amount)),
      );
      if (sameAmount && furtherMatches.length === 0 && sameAmount.method === "bank")
        onRecord.set(code, {
          recorded: [
            recorded(sameAmount.id, sameAmount.client_id ?? "", sameAmount.cents, sameAmount.paid_on),
          ],
        });
    }
  const ids = new Set([
    ...[references, phones, names].flatMap((byKey) => [...byKey.values()].flat().map(({ id }) => id)),
    ...[...onRecord.values()].flatMap(({ recorded: payments = [] }) =>
      payments.map(({ client_id }) => client_id),
    ),
  ]);
  return {
    references: new Map([...references].flatMap(([key, [client]]) => (client ? [[key, client]] : []))),
    phones,
    names,
    known: onRecord,
    accounts: new Map([...accounts].filter(([id]) => ids.has(id))),
    typed: new Map([...typed].filter(([id]) => ids.has(id))),
    booked: booked.filter(
      ({ client_id = "", reference }) =>
        ids.has(client_id) || lines.some(({ code }) => bareReference(code) === bareReference(reference)),
    ),
  };
}
