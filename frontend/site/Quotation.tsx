import type { Testimonial } from "./content/cases.ts";

export const Quotation = ({ of: { text, author, title, company, image } }: { of: Testimonial }) => (
  <figure className="quotation">
    <blockquote>{text}</blockquote>
    <figcaption>
      {image && <img src={image} alt="" width="48" height="48" loading="lazy" />}
      <strong>{author}</strong>
      <br />
      {title}, {company}
    </figcaption>
  </figure>
);
