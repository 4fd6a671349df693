import { expect, test } from "vitest";
import { receiptsAfter, secondsIn } from "./receipts-after.ts";

test("a time is given in seconds or minutes, up to what the queue allows", () => {
  expect(["0s", "90s", "15m"].map(secondsIn)).toEqual([0, 90, 900]);
  for (const wrong of ["16m", "901s", "1h", "-1s", "5", ""])
    expect(() => secondsIn(wrong)).toThrow(`“${wrong}” is not a time from 0s to 15m.`);
});

test("only functions that queue receipts change", () => {
  const functionWith = (Variables: Record<string, string>) => ({
    Type: "AWS::Lambda::Function",
    Properties: { Environment: { Variables } },
  });
  const template = {
    Resources: { Pay: functionWith({ RECEIPT_DELAY_SECONDS: "600" }), Other: functionWith({ A: "1" }) },
  };
  expect(receiptsAfter(5)(template)).toMatchObject({
    Resources: {
      Pay: functionWith({ RECEIPT_DELAY_SECONDS: "5" }),
      Other: functionWith({ A: "1" }),
    },
  });
});
