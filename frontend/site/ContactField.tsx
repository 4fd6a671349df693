import { cloneElement, type ReactElement } from "react";

type Control = ReactElement<{
  id?: string;
  name?: string;
  required?: boolean;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}>;
type Props = {
  name: string;
  label: string;
  note?: string;
  problem?: string | undefined;
  required?: boolean;
  children: Control;
};

export const ContactField = ({ name, label, note, problem, required, children }: Props) => {
  const id = `contact-${name}`;
  return (
    <div className="field" data-field={name}>
      <label htmlFor={id}>
        {label} {note && <span>({note})</span>}
      </label>
      {cloneElement(children, {
        id,
        name,
        ...(required && { required }),
        ...(problem && { "aria-invalid": true, "aria-describedby": `${id}-problem` }),
      })}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
};
