import { Button, Group } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { Problem } from "../../csv/decode.ts";
import { count } from "../../labels/count.ts";
import { Badge } from "../ui/Badge.tsx";
import { Notice } from "../ui/Notice.tsx";

// Parts that the imports of records and of statements share.

type FileProps = { label: string; onFile: (file: File) => void; again: boolean; children: ReactNode };

export function FileChoice({ label, onFile, again, children }: FileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
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
        {again ? "Choose another file" : "Choose a CSV file"}
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

export const Problems = ({ name, problems }: { name: string; problems: readonly Problem[] }) => (
  <Notice tone="error">
    <p>{`We could not read ${name}. Nothing was saved.`}</p>
    <ul>
      {problems.slice(0, MAX_PROBLEMS).map(({ line, text }) => (
        <li key={`${line} ${text}`}>{line === undefined ? text : `Line ${count(line)}. ${text}`}</li>
      ))}
      {problems.length > MAX_PROBLEMS && <li>{`and ${count(problems.length - MAX_PROBLEMS)} more`}</li>}
    </ul>
  </Notice>
);

export const Working = ({ what, share, onStop }: { what: string; share: number; onStop: () => void }) => (
  <div>
    <p role="status">{what}...</p>
    <progress
      aria-label={what}
      style={{ width: "100%", maxWidth: 480, height: 10, accentColor: "var(--accent)" }}
      max={1}
      value={share}
    />
    <div>
      <Button variant="default" size="sm" mt={8} onClick={onStop}>
        Stop
      </Button>
    </div>
  </div>
);

/** The end of a form about columns: the problem, if any, and the buttons. */
export const ReadOrCancel = ({ problem, onStop }: { problem: string | undefined; onStop: () => void }) => (
  <>
    {problem && <Notice tone="error">{problem}</Notice>}
    <Group gap={12}>
      <Button type="submit">Read the file</Button>
      <Button variant="default" onClick={onStop}>
        Cancel
      </Button>
    </Group>
  </>
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
    <Badge tone="quiet" dot={false}>
      {all}
    </Badge>
    {of.map(
      ([name, total]) =>
        total > 0 && (
          <Badge key={name} tone="quiet" dot={false}>
            {`${count(total)} ${name.toLowerCase()}`}
          </Badge>
        ),
    )}
  </>
);

/** What the import ignores, and the button to choose the columns again. */
export const NotRead = ({
  what,
  left,
  onColumns,
}: {
  what: string;
  left: readonly string[];
  onColumns: () => void;
}) => (
  <>
    {left.length > 0 && `${what}: ${left.join(", ")}. `}
    <Button variant="subtle" size="compact-sm" onClick={onColumns}>
      Change the columns
    </Button>
  </>
);
