/** The files of `deploy` name settings that there are, and nothing that a server would not start with. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { resolveSettings } from "../src/settings/resolve-settings.ts";

const textOf = (name: string) => readFileSync(resolve(import.meta.dirname, "../deploy", name), "utf8");

test.each(["server-1", "server-2"])("%s of compose.yaml has settings that are understood", async (name) => {
  const compose = parse(textOf("compose.yaml"), { merge: true });
  const { environment, read_only, cap_drop } = compose.services[name];
  const { values, errors, warnings } = await resolveSettings("serve", {}, environment);
  expect([errors, warnings]).toEqual([[], []]);
  expect(values).toMatchObject({ trustedProxies: ["172.28.0.0/24"], metricsPort: 9464 });
  expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ["ALL"] });
});

test("the variables of the Dockerfile are settings, and it does not run as root", async () => {
  const text = textOf("Dockerfile");
  const variables = [...text.matchAll(/(TABLEWRIGHT_\w+)=(\S+)/gu)].map(([, name, value]) => [name, value]);
  const { values, errors, warnings } = await resolveSettings("serve", {}, Object.fromEntries(variables));
  expect([errors, warnings]).toEqual([[], []]);
  expect(values).toMatchObject({
    host: "0.0.0.0",
    definitions: ["/definition/app.yaml"],
    store: ["sqlite:/data/rows.sqlite"],
  });
  expect(text).toMatch(/\nUSER node\n/u);
});
