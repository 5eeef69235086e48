/** A definition that changes while it is served: by SIGHUP or by its file, and one with an error leaves the old one. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";
import { start } from "./start.ts";

function find(address: string, table: string, key?: string) {
  return call(address, table, { Action: "Find" }, key);
}

function call(address: string, table: string, body: object, key = "V2-it's") {
  return fetch(`${address}/tables/${encodeURIComponent(table)}/Action`, {
    method: "POST",
    headers: { ApplicationAccessKey: key, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

test.skipIf(process.platform === "win32")("SIGHUP reads the definition again, and calls go on", async () => {
  const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
  const { child, output, errors, code } = start("serve", file, "--port", "0", "--no-watch");
  await expect.poll(output).toContain("curl ");
  const [, address = ""] = /served at (\S+)/u.exec(output()) ?? [];
  expect((await find(address, "Notes")).status).toBe(200);

  const { out } = await capture("keys", "new", file, "partner");
  const sound = readFileSync(file, "utf8");
  child.kill("SIGHUP");
  await expect.poll(async () => (await find(address, "Notes", out.trim())).status).toBe(200);

  writeFileSync(file, sound.replace("Number }", "Numbr }"));
  child.kill("SIGHUP");
  await expect.poll(errors).toContain("the definition cannot be served; the old one is");
  expect(errors()).toContain('Did you mean \\"Number\\"?');
  expect((await find(address, "Notes", out.trim())).status).toBe(200);

  writeFileSync(file, sound.replace("id: shop", "id: shopp"));
  child.kill("SIGHUP");
  await expect.poll(errors).toContain('The id is \\"shopp\\" now, and \\"shop\\" is served');

  writeFileSync(file, `${sound}  More:\n    key: [More]\n    columns:\n      More: { type: Text }\n`);
  child.kill("SIGHUP");
  await expect.poll(async () => (await find(address, "More")).status).toBe(200);
  await capture("keys", "revoke", file, "partner");
  child.kill("SIGHUP");
  await expect.poll(async () => (await find(address, "Notes", out.trim())).status).toBe(403);
  child.kill("SIGTERM");
  expect(await code).toBe(0);
});

test.skipIf(process.platform === "win32")(
  "a decision table in a file is read again when it changes",
  async () => {
    const folder = folderOf({
      "app.yaml": `${definitionOf()}decisions:\n  FEE: { parameters: { good: Text }, type: Number, hit: first, rows: fees.csv }\n`,
      "fees.csv": "good,FEE\ntea,1\notherwise,0\n",
    });
    const { child, output, errors, code } = start("serve", join(folder, "app.yaml"), "--port", "0");
    await expect.poll(output).toContain("curl ");
    const [, address = ""] = /served at (\S+)/u.exec(output()) ?? [];
    const fee = async () => {
      const answer = await fetch(`${address}/decisions/FEE`, {
        method: "POST",
        headers: { ApplicationAccessKey: "V2-it's", "Content-Type": "application/json" },
        body: JSON.stringify({ Facts: [{ good: "tea" }] }),
      });
      return JSON.stringify(await answer.json());
    };
    expect(await fee()).toContain('"FEE":1');
    writeFileSync(join(folder, "fees.csv"), "good,FEE\ntea,25\notherwise,0\n");
    await expect.poll(fee).toContain('"FEE":25');
    writeFileSync(join(folder, "fees.csv"), "good,FEE\ntea,many\n");
    await expect.poll(errors).toContain("the definition cannot be served; the old one is");
    expect(errors()).toContain('column \\"FEE\\"');
    expect(await fee()).toContain('"FEE":25');
    child.kill("SIGTERM");
    expect(await code).toBe(0);
  },
);

test.skipIf(process.platform === "win32")(
  "an open stream of changes ends when its key is switched off",
  async () => {
    const keys = (more: string) =>
      `accessKeys: [{ name: reader, key: V2-reader${more} }, { name: local, key: "V2-it's" }]`;
    const source = (more: string) =>
      definitionOf(keys(more)).replace("  id: shop", "  id: shop\n  history: { keep: 1d }");
    const file = join(folderOf({ "app.yaml": source("") }), "app.yaml");
    const { child, output, errors, code } = start("serve", file, "--port", "0", "--no-watch");
    await expect.poll(output).toContain("curl ");
    const [, address = ""] = /served at (\S+)/u.exec(output()) ?? [];
    const headers = { ApplicationAccessKey: "V2-reader", Accept: "text/event-stream" };
    const stream = await fetch(`${address}/changes`, { headers });
    expect(stream.status).toBe(200);
    writeFileSync(file, source(", disabled: true"));
    child.kill("SIGHUP");
    await expect.poll(errors).toContain("the definition was read again");
    expect((await call(address, "Notes", { Action: "Add", Rows: [{ Note: "private" }] })).status).toBe(200);
    const told = await stream.text();
    expect(told).toContain('event: end\ndata: {"type":"about:blank"');
    expect(told).toContain('"code":"auth/wrong-key"');
    expect(told).not.toContain("private");
    child.kill("SIGTERM");
    expect(await code).toBe(0);
  },
);

test.skipIf(process.platform === "win32")(
  "SIGHUP while applications are opened does not end the server",
  async () => {
    const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
    const { child, output, errors, code } = start("serve", file, "--port", "0", "--no-watch");
    await expect.poll(errors).toContain("is in the definition as plain text");
    child.kill("SIGHUP");
    await expect.poll(errors).toContain("the definition was read again");
    expect(output()).toContain("curl ");
    child.kill("SIGTERM");
    expect(await code).toBe(0);
  },
);

test.skipIf(process.platform === "win32").each(["memory:", "sqlite:"])(
  "no call is dropped or lost, and no row is without its values, while definitions take turns: %s",
  async (kind) => {
    const folder = folderOf({ "app.yaml": definitionOf() });
    const file = join(folder, "app.yaml");
    const store = kind === "memory:" ? kind : `${kind}${join(folder, "rows.sqlite")}`;
    const { child, output, errors, code } = start(
      "serve",
      file,
      "--port",
      "0",
      "--no-watch",
      "--store",
      store,
    );
    await expect.poll(output).toContain("curl ");
    const [, address = ""] = /served at (\S+)/u.exec(output()) ?? [];
    const sound = readFileSync(file, "utf8");
    const columns: string[] = [];
    let reloading = true;
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      const statuses: number[] = [];
      for (let count = 0; reloading; count++) {
        const add = await call(address, "Notes", { Action: "Add", Rows: [{ Note: `${caller}-${count}` }] });
        statuses.push(add.status, (await find(address, "Notes")).status);
      }
      return statuses;
    });
    for (const column of ["One", "Two", "Three", "Four", "Five"]) {
      columns.push(column);
      const filled = columns.map(
        (name) =>
          `      ${name}: { type: Text, required: true, initialValue: '"${name}"' }\n` +
          `      Of ${name}: { type: Text, formula: '[Note] & [${name}]' }\n`,
      );
      writeFileSync(
        file,
        sound.replace("      Note: { type: Text }\n", `${filled.join("")}      Note: { type: Text }\n`),
      );
      child.kill("SIGHUP");
      await expect
        .poll(async () => ((await (await find(address, "Notes")).json()) as Found).Rows.at(-1) ?? {})
        .toHaveProperty(column);
    }
    reloading = false;
    const statuses = await Promise.all(callers);
    expect([...new Set(statuses.flat())]).toEqual([200]);
    const { Rows } = (await (await find(address, "Notes")).json()) as Found;
    expect(Rows.length).toBe(statuses.flat().length / 2);
    const unfilled = async () => {
      const { Rows } = (await (await find(address, "Notes")).json()) as Found;
      return Rows.filter((row) =>
        columns.some((name) => row[name] !== name || row[`Of ${name}`] !== `${row.Note}${name}`),
      );
    };
    await expect.poll(unfilled).toEqual([]);
    expect(errors()).not.toContain("error");
    child.kill("SIGTERM");
    expect(await code).toBe(0);
  },
);

interface Found {
  readonly Rows: readonly Readonly<Record<string, unknown>>[];
}

test("a file that changes is read again; the key made for the run stays", async () => {
  const file = join(folderOf({ "app.yaml": definitionOf("accessKeys: []") }), "app.yaml");
  const served = begin(["serve", file, "--port", "0"]);
  await expect.poll(served.out).toContain("curl ");
  const [, address = ""] = /served at (\S+)/u.exec(served.out()) ?? [];
  const [, key = ""] = /for this run there is (\S+)/u.exec(served.out()) ?? [];
  writeFileSync(file, `${readFileSync(file, "utf8")}      More: { type: Text }\n`);
  await expect
    .poll(
      async () =>
        await (
          await fetch(`${address}/tables/Notes/schema`, { headers: { ApplicationAccessKey: key } })
        ).text(),
    )
    .toContain('"More"');
  served.stop();
  expect(await served.done).toMatchObject({ code: 0 });
});

test("a definition that waits for a migration is served once the store has been migrated", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const file = join(folder, "app.yaml");
  const store = ["--store", `sqlite:${join(folder, "rows.sqlite")}`];
  const served = begin(["serve", file, "--port", "0", ...store]);
  await expect.poll(served.out).toContain("curl ");
  const [, address = ""] = /served at (\S+)/u.exec(served.out()) ?? [];
  const rows = [{ Good: 1, Sold: "2025-03-01" }];
  expect((await call(address, "Goods Sold", { Action: "Add", Rows: rows })).status).toBe(200);
  writeFileSync(file, readFileSync(file, "utf8").replace("Sold: { type: Date }", "Sold: { type: Text }"));
  await expect.poll(served.err).toContain("the definition cannot be served; the old one is");
  expect(await start("migrate", file, ...store).code).toBe(0);
  await expect
    .poll(async () => ((await (await find(address, "Goods Sold")).json()) as Found).Rows)
    .toMatchObject(rows);
  served.stop();
  expect(await served.done).toMatchObject({ code: 0 });
});
