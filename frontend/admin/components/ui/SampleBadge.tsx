import { Badge } from "./Badge.tsx";

export const SampleBadge = ({ sample }: { sample: true | undefined }) =>
  sample && (
    <span title="Made up, and never written to.">
      <Badge tone="quiet" dot={false}>
        Sample
      </Badge>
    </span>
  );
