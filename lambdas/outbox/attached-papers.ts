import type { Paper } from "../../shared/paper/paper.ts";
import type { Attachment } from "../platform/email/mime.ts";
import { pdfOf } from "../platform/paper-pdf.ts";

/**
 * SES takes messages of 10 MB from its first API, and base64 makes four bytes of three.
 * @see https://docs.aws.amazon.com/ses/latest/dg/quotas.html
 */
const MAX_BYTES = 7_000_000;

class TooLarge extends Error {
  override name = "the attachments are larger than SES takes";
}

/** The PDFs of papers. @throws if one cannot be drawn, or they are too large for an email, which then has its links alone */
export async function attachedPapers(papers: readonly Paper[]): Promise<Attachment[]> {
  const attachments = await Promise.all(
    papers.map(async (paper) => ({
      filename: `${paper.name}.pdf`,
      contentType: "application/pdf",
      content: await pdfOf(paper),
    })),
  );
  return withinLimit(attachments);
}

/** @throws if they are too large for an email */
export function withinLimit(attachments: Attachment[]): Attachment[] {
  if (attachments.reduce((sum, { content }) => sum + content.length, 0) > MAX_BYTES) throw new TooLarge();
  return attachments;
}
