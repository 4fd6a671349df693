import { Tag } from "./Badge.tsx";

export const SampleBadge = ({ sample }: { sample: true | undefined }) =>
  sample && (
    <span title="Sample data. It gets no email.">
      <Tag>Sample</Tag>
    </span>
  );
