/** Settings: where they come from, which goes before which, and what is said of those that cannot be read. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type GivenFlags, resolveSettings } from "../src/settings/resolve-settings.ts";
import { folderOf } from "./folder.ts";

function fileOf(text: string): string {
  return join(folderOf({ "settings.yaml": text }), "settings.yaml");
}

describe("where a setting comes from", () => {
  const file = fileOf("port: 3");
  test.each<[string, GivenFlags, Record<string, string>, number]>([
    ["nowhere", {}, {}, 8080],
    ["the file", { config: file }, {}, 3],
    ["the file that the environment names", {}, { TABLEWRIGHT_CONFIG: file }, 3],
    ["the environment, and not the file", { config: file }, { PORT: "2" }, 2],
    ["its own variable, and not the general one", {}, { PORT: "2", TABLEWRIGHT_PORT: "4" }, 4],
    ["the flag, and not the environment", { port: "1" }, { TABLEWRIGHT_PORT: "2" }, 1],
    ["a blank variable is none", {}, { TABLEWRIGHT_PORT: "", PORT: "2" }, 2],
  ])("%s", async (_, flags, environment, port) => {
    const { values, errors } = await resolveSettings("serve", flags, environment);
    expect([values?.port, errors]).toEqual([port, []]);
  });
});

test.each([
  ["a flag undoes a switch of the environment", { deliver: true }, { TABLEWRIGHT_DELIVER: "false" }, true],
  ["a switch by 0", {}, { TABLEWRIGHT_DELIVER: "0" }, false],
])("%s", async (_, flags, environment, deliver) => {
  expect((await resolveSettings("serve", flags, environment)).values?.deliver).toBe(deliver);
});

test("lists are texts with semicolons in the environment, and lists or members in a file", async () => {
  const file = fileOf('limits: { rows: 5, fuel: 7 }\nstore: ["memory:"]\ndefinitions: a.yaml');
  const variables = { TABLEWRIGHT_STORE: "a=memory:; b=sqlite:x" };
  const { values } = await resolveSettings("serve", { config: file }, variables);
  expect(values).toMatchObject({
    limits: ["rows=5", "fuel=7"],
    store: ["a=memory:", "b=sqlite:x"],
    definitions: ["a.yaml"],
  });
});

test.each([
  ["prot: 1", ':1:1: error: There is no setting "prot". Did you mean "port"?'],
  ["host: a\nzzzzzzzz: 1", ':2:1: error: There is no setting "zzzzzzzz". There are definitions, store, '],
  ["host: a\nport: http", ':2:7: error: "port" is "http", and a number from 0 to 65535 is expected.'],
  ["port: 65536", ':1:7: error: "port" is 65536, and a number from 0 to 65535'],
  ["port:", ':1:6: error: "port" is null, and a number'],
  ["quiet: yes please", ':1:8: error: "quiet" is "yes please", and true or false is expected.'],
  ["wire: xml", ':1:7: error: "wire" is "xml", and spec, appsheet or typed is expected.'],
  ["store: [1]", ':1:8: error: "store" is [1], and a text, or a list of texts, is expected.'],
  ["- port", ':1:1: error: Members such as "port: 8080" are expected.'],
  ["port: 1\nport: 2", ":2:1: error: Map keys must be unique"],
  ["host: [", ":1:8: error: "],
])("a file with %j", async (text, words) => {
  const { values, errors } = await resolveSettings("serve", { config: fileOf(text) }, {});
  expect(errors.join("\n")).toContain(`settings.yaml${words}`);
  expect(values).toBeUndefined();
});

test("a mail server that is none is refused, and what was given is not shown, because it may hold a password", async () => {
  const wrong = "https://user:pa55@mail.example.com";
  const expected =
    "is something else, and an address such as smtps://user:password@mail.example.com is expected.";
  const { errors } = await resolveSettings(
    "serve",
    { config: fileOf("smtp: mail.example.com") },
    { TABLEWRIGHT_SMTP: wrong },
  );
  expect(errors).toEqual([
    expect.stringContaining(`:1:7: error: "smtp" ${expected}`),
    `TABLEWRIGHT_SMTP in the environment ${expected}`,
  ]);
});

test("all that is wrong is reported at once", async () => {
  const flags = { config: fileOf("prot: 1"), wire: "xml" };
  const { errors } = await resolveSettings("serve", flags, { PORT: "x" });
  expect(errors).toEqual([
    expect.stringContaining('"prot"'),
    'PORT in the environment is "x", and a number from 0 to 65535 is expected.',
    '--wire is "xml", and spec, appsheet or typed is expected.',
  ]);
});

test.each(["", " "])("a variable that is %j counts as none", async (blank) => {
  const environment = {
    TABLEWRIGHT_PORT: blank,
    PORT: "9123",
    TABLEWRIGHT_CONFIG: blank,
    TABLEWRIGHT_HOST: blank,
  };
  const { values, errors } = await resolveSettings("serve", {}, environment);
  expect(errors).toEqual([]);
  expect(values).toMatchObject({ port: 9123, host: "127.0.0.1" });
});

test("a file that is not there", async () => {
  const { errors } = await resolveSettings("serve", { config: "nowhere.yaml" }, {});
  expect(errors).toEqual(['The settings file "nowhere.yaml" cannot be read: there is no such file.']);
});

test("a variable that looks like one of ours is warned of, and a secret of others is not", async () => {
  const { warnings } = await resolveSettings(
    "serve",
    {},
    { TABLEWRIGHT_HSOT: "a", TABLEWRIGHT_HOOK_SECRET: "b", TABLEWRIGHT_KEY: "c" },
  );
  expect(warnings).toEqual([
    "TABLEWRIGHT_HSOT in the environment is no setting and is ignored. Did you mean TABLEWRIGHT_HOST?",
  ]);
});
