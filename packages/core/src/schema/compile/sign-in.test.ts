/** How people sign in, as a definition says it: its defaults, and what is wrong with it. */
import { expect, test } from "vitest";
import { loadDefinition } from "../load-definition.ts";

function load(signIn: string) {
  return loadDefinition(`
tablewright: 1
app: { id: a, name: A, api: { signIn: ${signIn} } }
tables: { Orders: { key: [Id], columns: { Id: { type: Text } } } }
`);
}

test("what is left out has a default", () => {
  const { output, diagnostics } = load(
    "{ issuer: https://login.example.com, audience: a, tables: [orders] }",
  );
  expect(diagnostics).toEqual([]);
  expect(output?.api.signIn).toEqual({
    issuer: "https://login.example.com",
    audience: "a",
    jwks: undefined,
    email: "email",
    role: undefined,
    settings: [],
    clockSkew: 60,
    editDefinition: [],
    actions: undefined,
    tables: ["Orders"],
  });
});

test.each([
  [
    "{ issuer: http://login.example.com, audience: a }",
    "definition/wrong-value",
    "https://login.example.com",
  ],
  ["{ issuer: http://localhost.example.com, audience: a }", "definition/wrong-value", "an address such as"],
  ["{ issuer: https://l, audience: a, clockSkew: 301 }", "definition/wrong-value", "from 0 to 300"],
  ["{ issuer: https://l, audience: a, tables: [Order] }", "definition/unknown-table", '"Order"'],
  ["{ issuer: https://l, audience: a, actions: [Fnd] }", "definition/unknown-action", '"Fnd"'],
  [
    "{ issuer: https://l, audience: a, tables: [Orders], editDefinition: [Admin] }",
    "definition/exclusive",
    '"editDefinition"',
  ],
  ["{ issuer: https://l }", "definition/missing-member", "audience"],
])("%s", (signIn, code, words) => {
  const [first] = load(signIn).diagnostics;
  expect(first?.code).toBe(code);
  expect(first?.message).toContain(words);
  expect(first?.line).toBe(3);
});

test.each(["http://localhost:8080/realms/x", "http://127.0.0.1:1", "http://[::1]/"])(
  "%s is this machine",
  (issuer) => {
    expect(load(`{ issuer: "${issuer}", audience: a }`).diagnostics).toEqual([]);
  },
);
