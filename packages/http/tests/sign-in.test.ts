/** People who sign in with tokens of a provider: who they are, what they may do, and every token that is not taken. */
import { createHmac } from "node:crypto";
import type { Engine } from "@tablewright/core";
import { base64url, exportJWK, exportSPKI } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LONGEST_TOKEN } from "../src/access/sign-in/verify-token.ts";
import { createRecordApi, type RecordApi } from "../src/index.ts";
import { engineOf } from "./engine-of.ts";
import { plainRequest, whole } from "./plain-request.ts";
import { CLAIMS, NOW, seconds, TokenProvider } from "./token-provider.ts";

let provider: TokenProvider;
beforeAll(async () => {
  provider = await TokenProvider.begin();
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const sign: TokenProvider["sign"] = (claims, header) => provider.sign(claims, header);

async function notesWith(rules = "", role = "roles"): Promise<Engine> {
  const engine = await engineOf(
    `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  roles: { ann@example.com: Reader }
  api:
    accessKeys: [{ name: k, key: V2-k, runAs: owner }]
    signIn: { issuer: "${provider.issuer}", audience: shop-api, role: "${role}", settings: [team], actions: [Find, Add], tables: [Notes]${rules} }
tables:
  Notes:
    key: [Note]
    securityFilter: OR([Owner] = USEREMAIL(), AND(ISNOTBLANK([Team]), [Team] = USERSETTINGS("team")), USERROLE() = "Admin")
    columns: { Note: { type: Text }, Owner: { type: Text }, Team: { type: Text } }
  Secrets: { key: [Secret], securityFilter: "TRUE", columns: { Secret: { type: Text } } }
`,
    { now: () => NOW, random: () => 0.5, newId: () => "id" },
  );
  await engine.add("Notes", [
    { Note: "ann's", Owner: "ann@example.com" },
    { Note: "blue", Owner: "bob@example.com", Team: "blue" },
    { Note: "owner's", Owner: "owner@example.com" },
  ]);
  return engine;
}

async function serve(rules?: string, role?: string) {
  return createRecordApi({ engines: [await notesWith(rules, role)], now: () => NOW });
}

async function call(api: RecordApi, token: string, body: object = { Action: "Find" }, table = "Notes") {
  const answer = await api.handle({
    ...plainRequest({
      path: `/api/v2/apps/shop/tables/${table}/Action`,
      headers: { authorization: `Bearer ${token}` },
      body: whole(JSON.stringify(body)),
    }),
    headers: { authorization: `Bearer ${token}` },
  });
  const json = JSON.parse(answer.body as string);
  return {
    status: answer.status,
    headers: answer.headers,
    json,
    notes: json.Rows?.map((row: { Note: string }) => row.Note),
  };
}

describe("who signs in", () => {
  test("is the person of the token, and no property makes them another", async () => {
    const api = await serve();
    expect((await call(api, await sign())).notes).toEqual(["ann's"]);
    const named = await call(api, await sign(), {
      Action: "Find",
      Properties: { RunAsUserEmail: "owner@example.com" },
    });
    expect([named.status, named.json.code]).toEqual([403, "access/not-allowed"]);
    expect(named.json.detail).toContain("people who sign in");
  });

  test.each<[role: string, claims: object, notes: number]>([
    ["realm_access.roles", { realm_access: { roles: ["Admin", "x"] } }, 3],
    ["a.b.c", { "a.b": { c: "Admin" } }, 3],
    ["https://example.com/role", { "https://example.com/role": "Admin" }, 3],
    ["realm_access.roles", { "realm_access.roles": "x", realm_access: { roles: ["Admin"] } }, 1],
    ["realm_access.roles", { realm_access: "roles" }, 1],
    ["realm_access.constructor.name", { realm_access: {} }, 1],
  ])("has the role of the claim %s in %j", async (role, claims, notes) => {
    const api = await serve("", role);
    expect((await call(api, await sign(claims))).notes.length).toBe(notes);
  });

  test("has the role and settings of the token, and no call gives them others", async () => {
    const api = await serve();
    expect((await call(api, await sign({ roles: ["Admin", "x"] }))).notes.length).toBe(3);
    expect((await call(api, await sign({ team: "blue" }))).notes).toEqual(["ann's", "blue"]);
    const own = { Action: "Find", Properties: { UserSettings: { team: "blue" } } };
    expect((await call(api, await sign(), own)).notes).toEqual(["ann's"]);
    expect((await call(api, await sign({ team: "red" }), own)).notes).toEqual(["ann's"]);
  });

  test("reaches the tables and actions of those who sign in", async () => {
    const api = await serve();
    const added = await call(api, await sign(), {
      Action: "Add",
      Rows: [{ Note: "n", Owner: "ann@example.com" }],
    });
    expect(added.status).toBe(200);
    for (const [body, table, code] of [
      [{ Action: "Delete", Rows: [{ Note: "ann's" }] }, "Notes", "access/not-allowed"],
      [{ Action: "Find" }, "Secrets", "table/not-found"],
    ] as const)
      expect((await call(api, await sign(), body, table)).json.code).toBe(code);
  });

  test("with an access key as well is who the key says", async () => {
    const api = await serve();
    const request = plainRequest({
      key: "V2-k",
      path: "/api/v2/apps/shop/tables/Notes/Action",
      headers: { authorization: `Bearer ${await sign()}` },
    });
    expect(String((await api.handle(request)).body)).toContain("owner's");
  });
});

describe("a token that is not taken", () => {
  const SIGNATURE = "its signature is not by a key of its issuer";
  const WAY = "it is signed in a way that is not taken";
  const FORM = "it is not a signed token of three parts";
  const b64 = (value: object) => base64url.encode(JSON.stringify(value));
  const unsigned = (header: object) => `${b64(header)}.${b64({ iss: provider.issuer, ...CLAIMS })}.`;
  const hmac = async (secret: string | Buffer) => {
    const head = `${b64({ alg: "HS256", kid: "a" })}.${b64({ iss: provider.issuer, ...CLAIMS })}`;
    return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
  };
  const tampered = async () => {
    const [head, , signature] = (await sign()).split(".");
    return `${head}.${b64({ iss: provider.issuer, ...CLAIMS, email: "owner@example.com" })}.${signature}`;
  };

  test.each<[string, () => string | Promise<string>, string]>([
    ["no token", () => "x", FORM],
    ["alg none", () => unsigned({ alg: "none" }), WAY],
    ["alg None", () => unsigned({ alg: "None" }), WAY],
    ["HS256 with the public key", async () => hmac(await exportSPKI(provider.first.publicKey)), WAY],
    [
      "HS256 with the key set",
      async () => hmac(JSON.stringify(await exportJWK(provider.first.publicKey))),
      WAY,
    ],
    ["other claims under the signature", tampered, SIGNATURE],
    [
      "somebody else's key under the same name",
      () => sign({}, { pair: provider.second, alg: "ES256" }),
      SIGNATURE,
    ],
    [
      "a key name that is a path",
      () => sign({}, { kid: "../../../../dev/null", pair: provider.second, alg: "ES256" }),
      SIGNATURE,
    ],
    [
      "a key name that is an address",
      () => sign({}, { kid: "http://127.0.0.1:1/x", pair: provider.second, alg: "ES256" }),
      SIGNATURE,
    ],
    [
      "a key that it brings along",
      async () =>
        sign(
          {},
          {
            pair: provider.second,
            alg: "ES256",
            kid: "mine",
            jwk: await exportJWK(provider.second.publicKey),
            jku: `${provider.issuer}/mine`,
          },
        ),
      SIGNATURE,
    ],
    ["a wrong issuer", () => sign({ iss: `${provider.issuer}/other` }), "another issuer is expected"],
    ["a wrong audience", () => sign({ aud: "other" }), "it is for another audience"],
    ["no audience", () => sign({ aud: undefined }), "it does not say for whom it is"],
    ["expired", () => sign({ exp: seconds - 61 }), "it has expired"],
    ["no expiry", () => sign({ exp: undefined }), "it does not say when it expires"],
    ["not yet valid", () => sign({ nbf: seconds + 61 }), "it does not hold yet"],
    ["no address", () => sign({ email: undefined }), 'its claim "email" names no person'],
    ["a blank address", () => sign({ email: " " }), 'its claim "email" names no person'],
    ["a list of addresses", () => sign({ email: ["ann@example.com"] }), 'its claim "email" names no person'],
    [
      "an address that is not verified",
      () => sign({ email_verified: false }),
      "its e-mail address is not verified",
    ],
    ["a token that is too long", () => "x".repeat(LONGEST_TOKEN + 1), "it has more than 8192 characters"],
  ])("%s", async (_, make, reason) => {
    const answer = await call(await serve(), await make());
    expect([answer.status, answer.json.code]).toEqual([401, "auth/wrong-token"]);
    expect(answer.json.detail).toContain(reason);
    expect(answer.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    expect(provider.asked.filter((path) => path !== "/certs" && !path.startsWith("/.well-known/"))).toEqual(
      [],
    );
  });

  test("a look-alike of another person's address", async () => {
    const answer = await call(await serve(), await sign({ email: "\u212Aim@example.com" }));
    expect(answer.json.code).toBe("auth/look-alike");
  });

  test.each([
    [seconds - 59, seconds + 59, 200],
    [seconds - 60, seconds, 401],
  ])("clocks may differ by a minute: exp %d, nbf %d", async (exp, nbf, status) => {
    expect((await call(await serve(), await sign({ exp, nbf }))).status).toBe(status);
  });

  test.each([
    [LONGEST_TOKEN - 1, 200],
    [LONGEST_TOKEN, 200],
    [LONGEST_TOKEN + 1, 401],
  ])("of %d characters: %d", async (length, status) => {
    const api = await serve();
    const token = await signedOfLength(length);
    expect((await call(api, token)).status).toBe(status);
  });
});

/** Base64 has no text of some lengths, so a header fills up what claims leave. */
async function signedOfLength(length: number): Promise<string> {
  for (const x of ["", "y", "yy"]) {
    const { length: least } = await sign({ pad: "" }, { x });
    const near = Math.floor(((length - least) * 3) / 4);
    for (let pad = near - 2; pad <= near + 2; pad++) {
      const token = await sign({ pad: "x".repeat(pad) }, { x });
      if (token.length === length) return token;
    }
  }
  throw new Error(`No token has ${length} characters.`);
}

describe("the provider's keys", () => {
  test("are fetched once, and again for a key that is not known, but not for every such token", async () => {
    const api = await serve();
    for (let at = 0; at < 3; at++) expect((await call(api, await sign())).status).toBe(200);
    expect(provider.asked).toEqual(["/.well-known/openid-configuration", "/certs"]);
    provider.keys = [{ kid: "b", pair: provider.second }];
    const rotated = await call(api, await sign({}, { kid: "b", pair: provider.second, alg: "ES256" }));
    expect([rotated.status, provider.asked.length]).toEqual([401, 2]); // within the half minute after the last look
  });

  test("that are new are taken by a server that has not looked lately", async () => {
    const api = await serve(`, jwks: "${provider.issuer}/certs"`);
    expect((await call(api, await sign())).status).toBe(200);
    provider.keys.push({ kid: "b", pair: provider.second });
    const later = await serve(`, jwks: "${provider.issuer}/certs"`);
    expect(
      (await call(later, await sign({}, { kid: "b", pair: provider.second, alg: "ES256" }))).status,
    ).toBe(200);
    expect(provider.asked).toEqual(["/certs", "/certs"]);
  });

  test("cannot be read: 503, and the next token asks again", async () => {
    const api = await serve();
    provider.isAway = true;
    const away = await call(api, await sign());
    expect([away.status, away.json.code, away.headers["retry-after"]]).toEqual([
      503,
      "server/issuer-away",
      "5",
    ]);
    provider.isAway = false;
    expect((await call(api, await sign())).status).toBe(200);
  });
});

test("the OpenAPI document says where tokens come from", async () => {
  const request = plainRequest({ key: "V2-k", method: "GET", path: "/api/v2/apps/shop/openapi.json" });
  const { components, security } = JSON.parse(String((await (await serve()).handle(request)).body));
  expect(components.securitySchemes.signIn.openIdConnectUrl).toBe(
    `${provider.issuer}/.well-known/openid-configuration`,
  );
  expect(security).toContainEqual({ signIn: [] });
});

test("an application without signIn takes no token", async () => {
  const engine = await engineOf(
    "{ tablewright: 1, app: { id: shop, name: S, api: {} }, tables: { Notes: { key: [N], columns: { N: { type: Text } } } } }",
  );
  const answer = await call(createRecordApi({ engines: [engine] }), await sign());
  expect([answer.status, answer.json.code]).toEqual([400, "auth/missing-key"]);
});
