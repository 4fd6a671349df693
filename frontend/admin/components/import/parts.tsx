import { Button, Group } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import type { Problem } from "../../csv/decode.ts";
import { count } from "../../words/count.ts";
import { Badge } from "../ui/Badge.tsx";
import { Notice } from "../ui/Notice.tsx";

// What every import of a file is made of.

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
          // The same file can be chosen again.
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

/** Nobody mends more of them at once. */
const mostProblems = 50;

export const Problems = ({ name, problems }: { name: string; problems: readonly Problem[] }) => (
  <Notice tone="error">
    <p>{`${name} could not be read, and nothing was recorded.`}</p>
    <ul>
      {problems.slice(0, mostProblems).map(({ line, text }) => (
        <li key={`${line} ${text}`}>{line === undefined ? text : `Line ${count(line)}. ${text}`}</li>
      ))}
      {problems.length > mostProblems && <li>{`and ${count(problems.length - mostProblems)} more`}</li>}
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

/** How a form on the columns ends: with what stands in the way of reading the file, and the ways on. */
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

/** How many rows there are, and of each outcome that there is. */
export const Counts = ({
  all,
  of,
}: {
  all: string;
  of: readonly (readonly [name: string, many: number])[];
}) => (
  <>
    <Badge tone="quiet" dot={false}>
      {all}
    </Badge>
    {of.map(
      ([name, many]) =>
        many > 0 && (
          <Badge key={name} tone="quiet" dot={false}>
            {`${count(many)} ${name.toLowerCase()}`}
          </Badge>
        ),
    )}
  </>
);

/** What of the file is not in the list, and the way to read it otherwise. */
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
