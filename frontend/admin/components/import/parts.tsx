import { Box, Button } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { count } from "../../../../shared/count.ts";
import { backTo } from "../../places.ts";
import { Tag } from "../ui/Badge.tsx";
import { Notice } from "../ui/Notice.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import type { Problem } from "./row.ts";
import type { FileStep } from "./use-file-task.ts";

// Parts that the imports of records and of statements share.

type FileProps = { label: string; onFile: (file: File) => void; again: boolean; children: ReactNode };

function FileChoice({ label, onFile, again, children }: FileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain"
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Allows choosing the same file again.
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <Button variant={again ? "default" : "filled"} onClick={() => input.current?.click()}>
        {again ? "Choose another file" : "Choose a file"}
      </Button>
      {!again && (
        <p className="quiet small" style={{ marginTop: 8 }}>
          {children}
        </p>
      )}
    </div>
  );
}

const MAX_PROBLEMS = 50;

export const Problems = ({ what, problems }: { what: string; problems: readonly Problem[] }) => (
  <Notice tone="error" mb={16}>
    <p>{what}</p>
    <ul>
      {problems.slice(0, MAX_PROBLEMS).map(({ line, text }) => (
        <li key={`${line} ${text}`}>{line === undefined ? text : `Line ${count(line)}. ${text}`}</li>
      ))}
      {problems.length > MAX_PROBLEMS && <li>{`and ${count(problems.length - MAX_PROBLEMS)} more`}</li>}
    </ul>
  </Notice>
);

type WorkingProps = { what: string; share: number; onStop: () => void; stopped?: boolean };

export const Working = ({ what, share, onStop, stopped = false }: WorkingProps) => (
  <div>
    <p role="status">{stopped ? `${what}: stopped.` : `${what}...`}</p>
    <ProgressBar what={what} share={share} />
    <div>
      <Button variant="default" size="sm" mt={8} onClick={onStop}>
        {stopped ? "Continue" : "Stop"}
      </Button>
    </div>
  </div>
);

export const ProgressBar = ({ what, share }: { what: string; share: number }) => (
  <progress
    aria-label={what}
    style={{ width: "100%", maxWidth: 480, height: 10, accentColor: "var(--accent)" }}
    max={1}
    value={share}
  />
);

/** Badges with the number of rows, in total and for each result. */
export const Counts = ({
  all,
  of,
}: {
  all: string;
  of: readonly (readonly [name: string, total: number])[];
}) => (
  <>
    <Tag>{all}</Tag>
    {of.map(([name, total]) => total > 0 && <Tag key={name}>{`${count(total)} ${name.toLowerCase()}`}</Tag>)}
  </>
);

type FilePageProps = {
  /** The path of the list that shows what is imported. */
  list: string;
  title: string;
  lead: string;
  /** The label of the file, and what it may be. */
  file: string;
  hint: ReactNode;
  step: FileStep<{ at: string }>;
  onFile: (file: File) => void;
  onStop: () => void;
  children: ReactNode;
};

/** A page that imports a file: its heading, the choice of the file, and what reading it says. */
export const FilePage = ({
  list,
  title,
  lead,
  file,
  hint,
  step,
  onFile,
  onStop,
  children,
}: FilePageProps) => (
  <>
    <PageHead back={backTo(list)} title={title} lead={lead} />
    <Box mb={16}>
      <FileChoice label={file} onFile={onFile} again={step.at === "rows" || step.at === "lines"}>
        {hint}
      </FileChoice>
    </Box>
    {"problems" in step && step.problems && (
      <Problems what={`We could not read ${step.name}. Nothing was saved.`} problems={step.problems} />
    )}
    {"share" in step && <Working what={`Reading ${step.name}`} share={step.share} onStop={onStop} />}
    {children}
  </>
);
