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
  invalid?: boolean;
  required?: boolean;
  children: Control;
};

export const outcomeId = "contact-outcome";

export const ContactField = ({ name, label, note, invalid, required, children }: Props) => (
  <div className="field" data-field={name}>
    <label htmlFor={`contact-${name}`}>
      {label} {note && <span>({note})</span>}
    </label>
    {cloneElement(children, {
      id: `contact-${name}`,
      name,
      ...(required && { required }),
      ...(invalid && { "aria-invalid": true, "aria-describedby": outcomeId }),
    })}
  </div>
);
