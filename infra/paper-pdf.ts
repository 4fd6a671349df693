import { Duration } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { createFunction } from "./create-function.ts";
import type { Stage } from "./stages.ts";

/** Draws invoices, credit notes, receipts and statements for the functions that send or show them. It has no rights of its own. */
export class PaperPdf extends Construct {
  private readonly fn: lambda.Function;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.fn = createFunction(this, "paper-pdf", {
      timeout: Duration.seconds(15),
      logRetention: stage.logRetention,
    });
  }

  /** Lets a function ask for a PDF. */
  grantDraw(to: lambda.Function): void {
    to.addEnvironment("PAPER_PDF_FUNCTION", this.fn.functionName);
    // The CDK's grant has the function's versions too, and there are none.
    to.addToRolePolicy(
      new iam.PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [this.fn.functionArn] }),
    );
  }
}
