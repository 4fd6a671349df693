import * as company from "../../shared/company.ts";
import { Icon } from "./Icon.tsx";

export const HeaderCall = () => (
  <a href={company.telephoneLink}>
    <Icon name="telephone" />
    {company.telephone}
  </a>
);
