import type { Paper } from "../../shared/paper/paper.ts";
import { drawPaper } from "../pdf/draw-paper.ts";
import { fonts } from "../pdf/fonts.ts";

/** Draws a paper for a function of ours. It reads nothing: who asks has read what stands on the paper. */
export async function handler(paper: Paper): Promise<{ base64: string }> {
  return { base64: (await drawPaper(paper, fonts, new Date())).toString("base64") };
}
