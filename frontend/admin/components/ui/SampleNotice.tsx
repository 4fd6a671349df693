import { Notice } from "./Notice.tsx";

export const SampleNotice = () => (
  <Notice tone="plain" quiet>
    This is sample data. It gets no email, and it is removed with the samples.
  </Notice>
);
