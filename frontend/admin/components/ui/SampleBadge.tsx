import { Badge } from "./Badge.tsx";

export const SampleBadge = ({ sample }: { sample: true | undefined }) =>
  sample && (
    <span title="Sample data. It gets no email.">
      <Badge tone="quiet" dot={false}>
        Sample
      </Badge>
    </span>
  );
