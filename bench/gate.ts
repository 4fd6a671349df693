import { synthesize, synthesizeVaultStack } from "../infra/checks/synthesize.ts";
import { type Answer, stateMutations } from "../test/template-faults/state-mutations.ts";
import type { Figure } from "./figure.ts";

/** Changes everything that keeps state in production, one at a time, and prints the answers of the gate before a deployment. */
export async function measure(): Promise<Figure[]> {
  const settings = {
    name: "prod",
    mpesa: { short_code: "522522" },
    vault: { region: "eu-central-1" },
    alarmEmail: "night@example.com",
  };
  const answers = [synthesize(settings), synthesizeVaultStack().template].flatMap((template) => [
    ...stateMutations(template),
  ]);
  const answerOf = ({ sentences: [sentence], id, why }: Answer) =>
    sentence === undefined
      ? `let through: ${why}`
      : `stopped: ${sentence.replace(/\. Undo it;.*/, "").replaceAll(`${id}: `, "")}`;
  for (const [type, ofType] of Map.groupBy(answers, (answer) => answer.type)) {
    console.info(`\n  ${type}`);
    const rows = Map.groupBy(ofType, (answer) => `${answer.path.padEnd(64)} ${answerOf(answer)}`);
    for (const [row, same] of rows)
      console.info(
        `  ${`${same.length} ×`.padStart(6)} ${row} (${[...new Set(same.map(({ how }) => how))].join(", ")})`,
      );
  }
  const stopped = answers.filter(({ sentences }) => sentences.length > 0).length;
  const differing = answers.filter(
    ({ sentences, why }) => sentences.length > 0 === (why !== undefined),
  ).length;
  return [
    {
      name: "changes of what keeps state",
      unit: "changes",
      value: answers.length,
      budget: 2_000,
      atLeast: true,
    },
    { name: "changes that are stopped", unit: "changes", value: stopped, budget: 1_000, atLeast: true },
    {
      name: "changes that are let through, with a reason",
      unit: "changes",
      value: answers.length - stopped,
      budget: 1_500,
    },
    { name: "answers that differ from the list", unit: "changes", value: differing, budget: 0 },
  ];
}
