/** A provider of tokens on this machine: its keys, its description of itself, and tokens that it signs. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

export const NOW = Date.UTC(2026, 2, 14, 12);
export const seconds = NOW / 1_000;
export const CLAIMS = { email: "ann@example.com", aud: "shop-api", exp: seconds + 60 };

export class TokenProvider {
  /** What its endpoints answer, by names. */
  keys: { kid: string; pair: KeyPair }[] = [];
  /** The paths that it was asked for. */
  asked: string[] = [];
  isAway = false;
  issuer = "";
  readonly first: KeyPair;
  readonly second: KeyPair;
  readonly #server: Server;

  static async begin(): Promise<TokenProvider> {
    const pairs = ["RS256", "ES256"].map((alg) => generateKeyPair(alg, { extractable: true }));
    const [first, second] = (await Promise.all(pairs)) as [KeyPair, KeyPair];
    const provider = new TokenProvider(first, second);
    await new Promise<void>((resolve) => provider.#server.listen(0, "127.0.0.1", resolve));
    provider.issuer = `http://127.0.0.1:${(provider.#server.address() as AddressInfo).port}`;
    return provider;
  }

  private constructor(first: KeyPair, second: KeyPair) {
    this.first = first;
    this.second = second;
    this.#server = createServer(async ({ url = "" }, response) => {
      this.asked.push(url);
      if (this.isAway) return void response.writeHead(503).end();
      const body = await this.#answer(url);
      response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(body ?? {}));
    });
  }

  /** As at the beginning: one key, nothing asked. */
  reset(): void {
    this.keys = [{ kid: "a", pair: this.first }];
    this.asked = [];
    this.isAway = false;
  }

  /** Claims of `undefined` are left out. */
  sign(claims: object = {}, header: TokenHeader = {}): Promise<string> {
    const { alg = "RS256", kid = "a", pair = this.first, ...others } = header;
    const payload = JSON.parse(JSON.stringify({ iss: this.issuer, ...CLAIMS, ...claims }));
    return new SignJWT(payload).setProtectedHeader({ alg, kid, ...others }).sign(pair.privateKey);
  }

  close(): void {
    this.#server.close();
  }

  async #answer(url: string): Promise<object | undefined> {
    if (url === "/.well-known/openid-configuration")
      return { issuer: this.issuer, jwks_uri: `${this.issuer}/certs` };
    if (url !== "/certs") return undefined;
    const keys = this.keys.map(async ({ kid, pair }) => ({ ...(await exportJWK(pair.publicKey)), kid }));
    return { keys: await Promise.all(keys) };
  }
}

interface TokenHeader {
  readonly alg?: string;
  readonly kid?: string;
  readonly pair?: KeyPair;
  readonly [member: string]: unknown;
}
