import type { EnvironmentOptions } from "aws-local";
import { afterAll, beforeAll } from "vitest";
import { type Product, startProduct } from "./product.ts";

type Caller = ReturnType<Product["callerFor"]>;

/** Runs the product for a test file, with a person of each role signed in. Usable once tests run. */
export function staffedProduct(options: Partial<EnvironmentOptions> = {}) {
  const running = {} as { product: Product; asStaff: Caller; asAdmin: Caller };
  beforeAll(async () => {
    const product = await startProduct(options);
    const callerOf = async (role: "admin" | "staff") =>
      product.callerFor((await product.signIn(await product.createStaff(role))).access);
    Object.assign(running, {
      product,
      asStaff: await callerOf("staff"),
      asAdmin: await callerOf("admin"),
    });
  });
  afterAll(() => running.product?.stop());
  return running;
}

export const aClient = { name: "Amani Traders", email: "accounts@amani.example" };
