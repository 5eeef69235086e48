/** Every answer of a server has the form that its OpenAPI document gives it, on every wire. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { DEFINITION, type Json, PARTS, REQUESTS, TESTS, THEIRS } from "./openapi-requests.ts";
import { start } from "./start.ts";

const folder = folderOf({ "app.yaml": JSON.stringify(DEFINITION), "app.test.yaml": TESTS });
const file = join(folder, "rows.sqlite");
const theirs = new DatabaseSync(file);
theirs.exec(
  "create table theirs (id integer primary key, note text); insert into theirs values (1, 'x'), (2, null)",
);
theirs.close();

const served = start(
  "serve",
  join(folder, "app.yaml"),
  ...["--store", `sqlite:${file}`, "--port", "0"],
  "--edit-definition",
);
let base = "";
beforeAll(async () => {
  base = /http:\/\/[^/]+/u.exec(await served.printed("Console:"))?.[0] ?? "";
});
afterAll(async () => {
  served.child.kill();
  await served.code;
});

describe.each(["spec", "appsheet", "typed"])("on the wire %s", (wire) => {
  test("every answer is as the document says", async () => {
    const { ask } = await callerOn(wire, "V2-all");
    for (const [expected, ...request] of REQUESTS) {
      const { status, errors, json } = await ask(...request);
      expect({ request, status, errors, json }).toEqual({ request, status: expected, errors: [], json });
    }
    const { json } = await ask("GET", "/changes?limit=1000");
    const { changes } = json as { readonly changes: readonly { readonly call: string }[] };
    const undone = await ask("POST", `/calls/${changes.at(-1)?.call}/undo`, {});
    expect(undone).toMatchObject({
      status: 200,
      errors: [],
      json: { Rows: [{ operation: "add", key: "a: 1" }] },
    });
    // Trials are the same on every wire, and each kind of them takes a process.
    await changeDefinition(ask, wire === "typed" ? ["tests", "rows", "calls"] : []);
    const again = await ask("POST", PARTS, { Action: "Delete", Rows: [{ Name: "a", No: 1 }] });
    expect(again).toMatchObject({ status: 200, errors: [] });
  });

  test("so is every answer to a key for some tables and actions", async () => {
    const { ask } = await callerOn(wire, "V2-some");
    const statuses = new Map<string, number>();
    for (const [, ...request] of REQUESTS) {
      const { status, errors } = await ask(...request);
      if (errors.length > 0) expect({ request, status, errors }).toMatchObject({ errors: [UNDESCRIBED] });
      else statuses.set(request[1], status);
    }
    expect(statuses.get(THEIRS)).toBe(403);
    expect(statuses.get("/tables/Every/schema")).toBe(200);
    expect(statuses.has("/events")).toBe(false);
  });
});

/** Tries, saves and rolls back a change, each answered as the document says. */
async function changeDefinition(
  ask: Awaited<ReturnType<typeof callerOn>>["ask"],
  Include: readonly string[],
): Promise<void> {
  const versionIn = async (answer: ReturnType<typeof ask>) => {
    const { status, errors, json } = await answer;
    expect({ status, errors, json }).toEqual({ status: 200, errors: [], json });
    return (json as { readonly version: string }).version;
  };
  const Version = await versionIn(ask("GET", "/definition"));
  const Edits = [{ Path: ["tables", "Every", "columns", "Anything", "formula"], Text: '"changed"' }];
  const tried = ask("POST", "/definition/try", { Version, Edits, Include });
  const saved = await versionIn(tried);
  const wrong = [{ Path: ["decisions", "PICK"], Text: "rows: [" }];
  expect(await ask("POST", "/definition/try", { Version, Edits: wrong })).toMatchObject({
    status: 200,
    errors: [],
  });
  expect(await versionIn(ask("POST", "/definition", { Version, Edits, Note: "as tried" }))).toBe(saved);
  expect(await versionIn(ask("GET", `/definition?version=${Version}`))).toBe(Version);
  expect(await ask("POST", "/definition", { Version, Edits })).toMatchObject({ status: 409, errors: [] });
  expect(await versionIn(ask("POST", "/definition/rollback", { Version: saved, To: Version }))).toBe(Version);
}

/** What is said of an answer that the document does not describe. */
const UNDESCRIBED = "is not in the document";

/** Requests as one key on one wire, each compared with the document that this key gets. */
async function callerOn(wire: string, key: string) {
  const send = (method: string, path: string, body?: Json, prefer?: string) =>
    fetch(`${base}/api/v2/apps/forms${path}`, {
      method,
      headers: {
        ApplicationAccessKey: key,
        "Content-Type": "application/json",
        Prefer: [`wire=${wire}`, ...(prefer === undefined ? [] : [prefer])].join(", "),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const document = (await (await send("GET", "/openapi.json")).json()) as Document;
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: { date: /^\d{4}-\d\d-\d\d$/, "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
  });
  ajv.addSchema(document, "document");
  const errorsOf = (place: string, value: unknown) => {
    const validate = ajv.getSchema(`document#${place}`) ?? expect.fail(`There is nothing at ${place}.`);
    const errors = validate(value) ? [] : (validate.errors ?? []);
    return errors.map(({ instancePath, message, params }) => ({ instancePath, message, params }));
  };
  const ask = async (method: string, path: string, body?: Json, prefer?: string) => {
    const response = await send(method, path, body, prefer);
    const { status } = response;
    const json = await response.json();
    const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
    const [template = ""] = templatesOf(document, path);
    const operation = document.paths[template]?.[method.toLowerCase()];
    if (operation === undefined) return { status, json, errors: [UNDESCRIBED] };
    const place = pointer("paths", template, method.toLowerCase());
    const name = String(status) in operation.responses ? String(status) : "default";
    const described = operation.responses[name]?.$ref?.slice(1) ?? `${place}${pointer("responses", name)}`;
    const errors = errorsOf(`${described}${pointer("content", type, "schema")}`, json);
    if (status >= 400 || operation.requestBody === undefined) return { status, json, errors };
    const sent = `${place}${pointer("requestBody", "content", "application/json", "schema")}`;
    return { status, json, errors: [...errors, ...errorsOf(sent, JSON.parse(JSON.stringify(body)))] };
  };
  return { ask };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

/** The paths that an address may be meant by, those without parameters first. */
function templatesOf({ paths }: Document, address: string): readonly string[] {
  const parts = `/api/v2/apps/forms${address.split("?")[0]}`.split("/");
  const isMeant = (template: string) => {
    const names = template.split("/");
    return names.length === parts.length && names.every((name, at) => name === parts[at] || name[0] === "{");
  };
  return Object.keys(paths)
    .filter(isMeant)
    .sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")));
}

/** As a JSON pointer in the fragment of an address. */
function pointer(...names: readonly string[]): string {
  return names
    .map((name) => `/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`)
    .join("");
}
