import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import type { Paper } from "../../shared/paper/paper.ts";
import { variable } from "./environment.ts";

/**
 * Asked once more if AWS throttles it or does not answer. A person can wait for both tries, which end before the function that
 * asks; an email goes out without its PDF then.
 */
const lambda = /* @__PURE__ */ new LambdaClient({
  maxAttempts: 2,
  requestHandler: { requestTimeout: 6_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});

const Drawn = z.object({ base64: z.string() });

class NotDrawn extends Error {
  override name = "the PDF was not drawn";
}

/** The PDF of a paper, which a function of its own draws. @throws if it cannot be drawn */
export async function pdfOf(paper: Paper): Promise<Buffer> {
  const { Payload, FunctionError } = await lambda.send(
    new InvokeCommand({ FunctionName: variable("PAPER_PDF_FUNCTION"), Payload: JSON.stringify(paper) }),
  );
  const answer: unknown = JSON.parse(Payload?.transformToString() ?? "null");
  if (FunctionError) throw new NotDrawn(String((answer as { errorType?: string } | null)?.errorType));
  return Buffer.from(Drawn.parse(answer).base64, "base64");
}
