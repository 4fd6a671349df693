import { type ReactNode, useId } from "react";

type Props<V extends string> = {
  label: ReactNode;
  options: readonly (readonly [value: V, text: ReactNode])[];
  value: V | undefined;
  onChange: (value: V) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** One of a few answers, all visible. */
export function RadioList<V extends string>({ label, options, value, onChange, error, disabled }: Props<V>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={error !== undefined}
      aria-describedby={error && `${id}error`}
      tabIndex={-1}
    >
      <div id={id}>{label}</div>
      {options.map(([one, text]) => (
        <label key={one} style={{ display: "flex", gap: 10, alignItems: "center", minHeight: 44 }}>
          <input
            type="radio"
            name={id}
            style={{ flex: "none", width: 18, height: 18, margin: 0, accentColor: "var(--accent)" }}
            checked={value === one}
            disabled={disabled}
            onChange={() => onChange(one)}
          />
          <span>{text}</span>
        </label>
      ))}
      {error && (
        <p id={`${id}error`} className="small" style={{ color: "var(--overdue)" }}>
          {error}
        </p>
      )}
    </div>
  );
}
