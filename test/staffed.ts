import type { EnvironmentOptions } from "aws-local";
import { afterAll, beforeAll } from "vitest";
import { type Product, startProduct } from "./product.ts";

type Caller = ReturnType<Product["callerFor"]>;

/** For a test file: the product running, with somebody of each role signed in. Usable once tests run. */
export function staffedProduct(options: Partial<EnvironmentOptions> = {}) {
  const running = {} as { product: Product; asStaff: Caller; asAdmin: Caller };
  beforeAll(async () => {
    const product = await startProduct(options);
    const signedIn = async (role: "admin" | "staff") =>
      product.callerFor((await product.signIn(await product.employ(role))).access);
    Object.assign(running, {
      product,
      asStaff: await signedIn("staff"),
      asAdmin: await signedIn("admin"),
    });
  });
  afterAll(() => running.product?.stop());
  return running;
}

export const aClient = { name: "Amani Traders", email: "accounts@amani.example" };
