import { isOneOff } from "../../../../shared/billing/account.ts";
import type { Tone } from "../../../../shared/tone.ts";
import classes from "./Badge.module.css";
import { Money } from "./Money.tsx";

/** A word with a dot, so that the colour is never the only information. */
export const Badge = ({ tone, dot = true, children }: { tone: Tone; dot?: boolean; children: string }) => (
  <span className={`smaller ${classes.badge}`} data-tone={tone} data-dot={dot || undefined}>
    <Money>{children}</Money>
  </span>
);

export const OnOff = ({ on }: { on: boolean }) => (
  <div>
    <Badge tone={on ? "fine" : "quiet"}>{on ? "On" : "Off"}</Badge>
  </div>
);

/** A fact beside a name, without a state. */
export const Tag = ({ children }: { children: string }) => (
  <Badge tone="quiet" dot={false}>
    {children}
  </Badge>
);

export const SampleBadge = ({ sample }: { sample: true | undefined }) =>
  sample && (
    <span title="Sample data. It gets no email.">
      <Tag>Sample</Tag>
    </span>
  );

/** Marks a debt for a subscription that another client has now. */
export const MovedTag = ({ former }: { former: true | undefined }) =>
  former && (
    <span title="Another client has this subscription now. This client still owes the amount shown.">
      <Tag>Moved</Tag>
    </span>
  );

/** Marks a charge that is no period of a subscription. */
export const OneOffTag = ({ charge }: { charge: { subscription_id?: string | undefined } }) =>
  isOneOff(charge) && <Tag>One-off</Tag>;
