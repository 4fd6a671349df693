import { dataDirectory } from "../command.ts";
import type { Command, Run } from "./control.ts";
import { readRunning } from "./running.ts";

/** Runs schedules in the running environment. @throws Error if there is none, or it refuses */
export async function sendToRunning(command: Command, directory: string | undefined): Promise<Run[]> {
  const running = readRunning(dataDirectory(directory));
  if (!running) throw new Error("Nothing is running. Start it with npm start.");
  const response = await fetch(running.control, { method: "POST", body: JSON.stringify(command) });
  const answer = (await response.json()) as Run[] | { error: string };
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}

/** Prints each result. Returns false when one failed. */
export async function sendCommand(command: Command, directory: string | undefined): Promise<boolean> {
  const answer = await sendToRunning(command, directory);
  for (const { schedule, at, outcome } of answer) {
    const result =
      "error" in outcome ? `failed: ${outcome.error}` : JSON.stringify(outcome.outcome ?? "done");
    console.info(`${schedule}, as of ${at}: ${result}`);
  }
  return answer.every(({ outcome }) => !("error" in outcome));
}
