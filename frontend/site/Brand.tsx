import * as company from "../../shared/company.ts";

export const Brand = () => (
  <>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 27L12.5 7l6 12.5z" />
      <path className="brand-peak" d="M14 27l8-15 7 15z" />
    </svg>
    {company.name.value}
  </>
);
