import { getDocumentProxy } from "unpdf";

/** The text of each page of a PDF, as another program reads it. */
export async function textOfPdf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    pages.push(
      items
        .map((item) => ("str" in item ? item.str : ""))
        .join("")
        .replaceAll("\u00a0", " "),
    );
  }
  return pages;
}
