import { useEffect, useRef, useState } from "react";
import type { Problem } from "./row.ts";

type Progress = (share: number) => void;

/** Choosing a file and reading it; `S` are the steps that follow. */
export type FileStep<S> =
  | { at: "file"; name?: string; problems?: readonly Problem[] }
  | { at: "working"; name: string; share: number }
  | S;

/** The step of an import, changed by one task at a time: another file, stopping or leaving the page ends a task. */
export function useFileTask<S>(failure: string) {
  const [step, setStep] = useState<FileStep<S>>({ at: "file" });
  const task = useRef(0);
  useEffect(
    () => () => {
      task.current += 1;
    },
    [],
  );

  async function run(name: string, work: (progress: Progress) => Promise<FileStep<S>>): Promise<void> {
    task.current += 1;
    const ownTask = task.current;
    const progress: Progress = (share) => {
      if (ownTask !== task.current) throw new Error("The task is obsolete.");
      setStep({ at: "working", name, share });
    };
    progress(0);
    const next = await work(progress).catch(
      (): FileStep<S> => ({ at: "file", name, problems: [{ text: failure }] }),
    );
    if (ownTask === task.current) setStep(next);
  }

  return {
    step,
    setStep,
    run,
    stop: () => {
      task.current += 1;
      setStep({ at: "file" });
    },
  };
}
