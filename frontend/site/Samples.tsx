/** Says that what follows is a sample. A dotted underline, as browsers mark what has an explanation. */
export const Samples = ({ children }: { children: string }) => (
  <abbr className="samples" title="Shown until the real ones are confirmed.">
    {children}
  </abbr>
);
