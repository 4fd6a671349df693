import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { contact } from "../../frontend/site/content/contact.ts";
import { solutions } from "../../frontend/site/content/solutions.ts";
import { contactTexts } from "../../shared/messages/contact-form.ts";
import { MIN_FILLING_MS } from "../../shared/messages/message.ts";
import { storedSession } from "../../test/browser/admin-browser.ts";
import {
  type BrowserWindow,
  type Engine,
  type EngineName,
  missingFor,
  startEngine,
} from "../../test/browser/engines.ts";
import { type Person, type Product, startProduct } from "../../test/product/product.ts";
import { companyProfile } from "../../test/product/reminder-product.ts";
import { personAt } from "./person.ts";

type OpenOptions = Parameters<Engine["open"]>[0];

/** Five journeys through the product, the same in every browser. */
export function journeysIn(name: EngineName): void {
  describe.skipIf(missingFor(name))(name, () => {
    let product: Product;
    let engine: Engine;
    let staff: Person;
    let call: ReturnType<Product["callerFor"]>;

    beforeAll(async () => {
      [product, engine] = await Promise.all([startProduct(), startEngine(name)]);
      staff = await product.createStaff("admin");
      call = product.callerFor((await product.signIn(staff)).access);
    });
    afterAll(() => Promise.all([product?.stop(), engine?.close()]));

    /** A person at a new window. */
    async function open(options?: OpenOptions) {
      const window = await engine.open(options);
      let isOpen = true;
      async function close() {
        if (isOpen) await window.close();
        isOpen = false;
      }
      onTestFinished(async ({ task }) => {
        if (task.result?.state === "fail") await savePicture(window, `${name} ${task.name}`);
        await close();
      });
      return { window, close, person: personAt(window) };
    }

    /** A person who has signed in. */
    async function openAsStaff(site = product.site, options?: OpenOptions) {
      const { window, close, person } = await open(options);
      const session = storedSession(product, await product.signIn(staff));
      await window.goto(`${site}/robots.txt`);
      await window.run(storeAll, session);
      return { window, close, person };
    }

    const addClient = async (client: string) =>
      (await call("POST /api/v1/clients", { body: { name: client, email: "accounts@client.example" } })).body
        .client.id;
    const addSubscription = (client_id: string, amount: number, next_billing_date: string, service: string) =>
      call("POST /api/v1/subscriptions", {
        body: {
          client_id,
          amount,
          service,
          next_billing_date,
          start_date: "2026-01-10",
          frequency: "monthly",
        },
      });
    const accountOf = async (id: string) =>
      (await call("GET /api/v1/clients/{id}/account", { params: { id } })).body;

    test("a visitor corrects the contact form, asks for a quote, and sends it", async () => {
      const { window, person } = await open();
      await person.open(`${product.site}/#contact`);
      const product_ = solutions[0]?.name ?? "";
      await person.press("button", contact.send);
      await person.sees(contactTexts.missing);
      await person.sees(contact.empty.email);
      await person.focusIsOn("name");
      await person.fill("Name", "Grace Achieng");
      await person.fill("Email", "grace@tumaini");
      await person.fill("Message", "We serve 4,000 members.");
      await person.press("button", contact.send);
      await person.sees(contactTexts.badEmail);
      await person.focusIsOn("email");
      await person.fill("Email", "grace@tumaini.example");
      await person.press("button", product_);
      await person.press("link", `Get Quote for the ${product_}`);
      await person.sees(`Quote for ${product_}`);
      // A form that is sent sooner after its page was opened is spam.
      await expect.poll(() => window.run(() => performance.now())).toBeGreaterThan(MIN_FILLING_MS);
      await person.press("button", contact.send);
      await person.sees(contactTexts.sent);
      await person.sees(contact.reference);
      const { messages } = (await call("GET /api/v1/messages", { query: { box: "waiting" } })).body;
      expect(messages).toMatchObject([
        { name: "Grace Achieng", email: "grace@tumaini.example", product: product_ },
      ]);
      expect(messages[0]?.message).toContain("We serve 4,000 members.");
      expect(await window.run(() => document.activeElement?.className)).toBe("receipt");
    });

    test("somebody of staff types a wrong password, signs in, reloads, and signs out", async () => {
      const { window, person } = await open();
      await person.open(`${product.site}/admin`);
      await person.fill("Email", staff.email);
      await person.fill("Password", "Not-The-Password-1");
      await window.press("Enter");
      await person.sees("Incorrect username or password.");
      expect(await person.attributeOf("Password", "aria-invalid")).toBe("true");
      await person.fill("Password", staff.password);
      await window.press("Enter");
      await person.sees("Dashboard");
      await person.sees("Sign Out");
      await person.open(`${product.site}/admin/clients`);
      await person.sees("Client Management");
      await person.press("button", "Sign Out");
      await person.sees(contact.send);
      expect(
        await window.run(() => Object.keys(localStorage).filter((key) => key.includes("Token"))),
      ).toEqual([]);
    });

    test("amounts are stored as they are read, or refused in words", async () => {
      const { window, person } = await openAsStaff();
      const id = await addClient("Amani Traders");
      await person.open(`${product.site}/admin/clients/${id}?sell=${id}`);
      for (const [text, sentence] of unreadable) {
        await person.fill("Amount", text);
        await person.press("button", "Add Subscription");
        await person.sees(sentence);
      }
      await person.fill("Amount", "1,500");
      await person.press("button", "Add Subscription");
      await person.sees("The subscription was added.");
      const { subscriptions } = (await call("GET /api/v1/clients/{id}", { params: { id } })).body;
      expect(subscriptions.map(({ amount }) => amount)).toEqual([1500]);

      // A single charge: what is typed for one is paid of it, and the rest goes to the other.
      const secondClient = await addClient("Baraka Stores");
      await addSubscription(secondClient, 1500, "2026-12-10", "Hosting");
      await addSubscription(secondClient, 2000, "2026-12-12", "Support");
      await person.open(`${product.site}/admin/clients/${secondClient}?pay=${secondClient}`);
      await person.fill("Amount", "2,500");
      await person.sees("Pays Hosting for December; $1,000.00 of Support for December remains due.");
      await person.press("button", "Change what it pays");
      for (const [text, sentence] of unreadable) {
        await person.fill("Pays of Hosting", text);
        await window.press("Tab");
        await person.sees(sentence);
      }
      await person.fill("Pays of Hosting", "1,000");
      await person.sees("$500.00 of Hosting for December remains due");
      await person.press("button", "Record payment");
      await person.sees("Baraka Stores has paid $2,500.00.");
      const { payments } = await accountOf(secondClient);
      expect(payments.map(({ allocations }) => allocations.map(({ amount }) => amount))).toEqual([
        [1000, 1500],
      ]);
    });

    test("a payment has the typed day, is undone, and the focus stays near it", async () => {
      const { person } = await openAsStaff();
      const id = await addClient("Duma Ltd");
      await addSubscription(id, 100, "2026-12-10", "Hosting");
      await person.open(`${product.site}/admin/clients/${id}`);
      await person.press("button", "Record payment for Hosting");
      await person.chooseDay("Paid on", "2026-12-20");
      await person.press("button", "Record payment");
      await person.sees("Duma Ltd has paid $100.00.");
      expect((await accountOf(id)).payments).toMatchObject([{ amount: 100, paid_on: "2026-12-20" }]);
      await person.focusIsOn("Record payment for Hosting");
      await person.press("button", "Undo");
      await person.sees("The payment was undone.");
      expect((await accountOf(id)).payments).toEqual([]);
      await person.focusIsOn("Record payment for Hosting");

      // In the panel the list of events loses its row.
      await person.press("button", "Record payment for Hosting");
      await person.fill("Amount", "60");
      await person.press("button", "Record payment");
      await person.sees("Duma Ltd has paid $60.00.");
      await person.press("button", "Record payment for Hosting");
      await person.press("button", "Undo the payment");
      await person.sees("The payment was undone.");
      await person.focusIsOn(/^Details: .* undid a part payment of \$60\.00/);
    });

    test("without a connection, without storage, and on paper", async () => {
      const connection = await connectionTo(product.site);
      onTestFinished(connection.end);
      const { window, close, person } = await openAsStaff(connection.site);
      const id = await addClient(`Umoja ${"na wenzake ".repeat(8)}SACCO`);
      await addSubscription(id, 1500, "2026-12-10", "Hosting");
      await call("POST /api/v1/settings", { body: companyProfile });
      await person.open(`${connection.site}/admin/clients/${id}/statement`);
      await person.sees("Statement of account");
      await person.sees("1,500.00");
      expect((await window.printedPages()) ?? 1).toBe(1);
      await expect.poll(() => window.run(hasOfflinePage)).toBe(true);
      await connection.end();
      await person.open(`${connection.site}/admin/clients`).catch(() => {});
      await person.sees("You are offline");
      await close();

      const blocked = await open({ storageIsBlocked: true });
      await blocked.person.open(`${product.site}/admin`);
      await blocked.person.sees("Your browser does not keep site data");
      await blocked.close();

      const enlarged = await openAsStaff(product.site, { textIsLarge: true });
      for (const page of ["subscriptions", `clients/${id}`]) {
        await enlarged.person.open(`${product.site}/admin/${page}`);
        await enlarged.person.sees("Hosting");
        expect(await enlarged.window.run(cutWithoutSign)).toEqual([]);
        expect(await enlarged.window.run(overlappingControls)).toEqual([]);
      }
      // Firefox draws the bars of scrolling parts light on dark, unless a colour is given.
      expect(await enlarged.window.run(() => getComputedStyle(document.body).scrollbarColor)).not.toBe(
        "auto",
      );
    });
  });
}

const unreadable = [
  ["1500e", "“1500e” is not an amount."],
  ["1.500,00", "Write thousands with a comma"],
] as const;

type Entries = { name: string; value: string }[];
const storeAll = (entries: Entries) => {
  for (const { name, value } of entries) localStorage.setItem(name, value);
};

/** Keeps the last screen of a failed journey. */
async function savePicture(window: BrowserWindow, title: string): Promise<void> {
  const folder = ".local/failed-journeys";
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${title.replaceAll(/\W+/g, "-")}.png`, await window.screenshot());
}

/** In the page: whether the worker has stored the page that it shows without a connection. */
function hasOfflinePage(): boolean {
  const seen = window as { offlinePage?: boolean };
  void caches.match("/admin-offline.html").then(async (cached) => {
    const registration = await navigator.serviceWorker.getRegistration("/admin");
    seen.offlinePage = cached !== undefined && registration?.active?.state === "activated";
  });
  return seen.offlinePage === true;
}

/** In the page: names that end at an edge without an ellipsis. */
function cutWithoutSign(): string[] {
  return [...document.querySelectorAll<HTMLElement>("main .cut")]
    .filter((name) => {
      const edge = name.closest("td, th")?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
      return name.getBoundingClientRect().right > edge + 1;
    })
    .map(({ textContent }) => textContent);
}

/** In the page: controls that are drawn over others, or over the text of another cell. */
function overlappingControls(): string[] {
  const boxes = [...document.querySelectorAll<HTMLElement>("main .action, main td .figures")]
    // Buttons of a row appear above its end when a mouse or the focus is in it.
    .filter((element) => element.checkVisibility({ opacityProperty: true }))
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  return boxes
    .filter(({ element, box }) =>
      boxes.some(
        (otherControl) =>
          otherControl.element !== element &&
          !otherControl.element.contains(element) &&
          !element.contains(otherControl.element) &&
          box.left < otherControl.box.right - 1 &&
          otherControl.box.left < box.right - 1 &&
          box.top < otherControl.box.bottom - 1 &&
          otherControl.box.top < box.bottom - 1,
      ),
    )
    .map(({ element }) => element.textContent);
}

/** The site at another address, whose connections can be cut: browsers differ in how they are told to be offline. */
async function connectionTo(site: string) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(site).port), "127.0.0.1");
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => [near, far].map((socket) => socket.destroy()));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    site: `http://127.0.0.1:${port}`,
    end: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
