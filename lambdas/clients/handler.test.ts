import { describe, expect, test } from "vitest";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const running = staffedProduct();
const create = async (more: object = {}) =>
  (await running.asStaff("POST /api/v1/clients", { body: { ...aClient, ...more } })).body.client;

describe("creating a client", () => {
  test("returns 201 with the whole record and its defaults", async () => {
    const { status, body } = await running.asStaff("POST /api/v1/clients", { body: aClient });
    expect(status).toBe(201);
    expect(body.client).toMatchObject({
      ...aClient,
      phone: "",
      company: "",
      address: "",
      status: "active",
      version: 1,
    });
    expect(body.client.created_at).toMatch(/^2026-12-24T/);
    expect(body.client.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("keeps every specified field as typed, and lists it", async () => {
    const typed = {
      name: "  Wanjiku & Söhne <Ltd> ",
      email: "wanjiku@example.co.ke",
      phone: "+254 700 000000",
      company: 'O"Brien',
      address: "Moi Avenue 1\nNairobi",
      status: "inactive",
    };
    const client = await create(typed);
    const { body } = await running.asStaff("GET /api/v1/clients");
    expect(body.clients.find(({ id }) => id === client.id)).toEqual({
      ...client,
      ...typed,
      name: typed.name.trim(),
    });
  });
});

describe("changing a client", () => {
  test("a KRA PIN is stored in capitals without spaces, another text is a 400, and an empty one removes it", async () => {
    const { id } = await create({ kra_pin: " p051 234-567x " });
    const save = (more: object) =>
      running.asStaff("PUT /api/v1/clients/{id}", { params: { id }, body: { ...aClient, ...more } });
    expect((await save({})).body.client.kra_pin).toBe("P051234567X");
    for (const kra_pin of ["P05123456X", "B051234567X", "P051234567", "P0512345678", "P051234567X1"])
      expect(await save({ kra_pin })).toMatchObject({
        status: 400,
        body: { error: "Please give the KRA PIN as A or P, nine digits and a letter, such as A123456789Z." },
      });
    expect((await save({ kra_pin: "a987654321b" })).body.client.kra_pin).toBe("A987654321B");
    expect((await save({ kra_pin: "" })).body.client.kra_pin).toBe("");
  });

  test("returns the changed record with a new version", async () => {
    const client = await create();
    const { status, body } = await running.asStaff("PUT /api/v1/clients/{id}", {
      params: { id: client.id },
      body: { ...aClient, name: "Amani Traders Ltd", status: "inactive" },
    });
    expect(status).toBe(200);
    expect(body.client).toEqual({ ...client, name: "Amani Traders Ltd", status: "inactive", version: 2 });
  });

  test("keeps fields that are left out", async () => {
    const client = await create({
      phone: "+254 700 000000",
      company: "Amani Ltd",
      address: "Moi Avenue",
      status: "inactive",
    });
    const { body } = await running.asStaff("PUT /api/v1/clients/{id}", {
      params: { id: client.id },
      body: { name: "Amani Traders Ltd", email: client.email },
    });
    expect(body.client).toEqual({ ...client, name: "Amani Traders Ltd", version: 2 });
  });

  test("is a 409 when somebody else has saved since, and their change stays", async () => {
    const client = await create();
    const save = (name: string) =>
      running.asStaff("PUT /api/v1/clients/{id}", {
        params: { id: client.id },
        body: { ...aClient, name, version: client.version },
      });
    expect((await save("First")).status).toBe(200);
    const second = await save("Second");
    expect(second.status).toBe(409);
    expect(second.body.error).toBe(
      "Somebody else changed this client in the meantime. Reload and try again.",
    );
    const { body } = await running.asStaff("GET /api/v1/clients");
    expect(body.clients.find(({ id }) => id === client.id)?.name).toBe("First");
  });

  test("of two concurrent saves, one succeeds and one is a conflict", async () => {
    const client = await create();
    const save = (name: string) =>
      running.asStaff("PUT /api/v1/clients/{id}", {
        params: { id: client.id },
        body: { ...aClient, name, version: client.version },
      });
    const answers = await Promise.all([save("One"), save("Other")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    const { body } = await running.asStaff("GET /api/v1/clients");
    expect(body.clients.find(({ id }) => id === client.id)).toEqual(winner?.body.client);
  });

  test("is a 404 for a client that does not exist", async () => {
    const { status, body } = await running.asStaff("PUT /api/v1/clients/{id}", {
      params: { id: crypto.randomUUID() },
      body: aClient,
    });
    expect([status, body.error]).toEqual([404, "That client does not exist."]);
  });
});
