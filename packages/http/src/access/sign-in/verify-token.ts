import { type Diagnostic, diagnose, type Outcome, type SignInSettings } from "@tablewright/core";
import type { JWTPayload, JWTVerifyGetKey } from "jose";

/**
 * Verifies tokens of one issuer: who signed them, for whom, and when they hold. Keys are fetched when the first token comes, again
 * when a token names one that is not known, though not oftener than every half minute, and every ten minutes.
 */
export function verifyToken(
  rules: SignInSettings,
): (token: string, now: number) => Promise<Outcome<JWTPayload>> {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return async (token, now) => {
    if (token.length > LONGEST_TOKEN) return refuse(`it has more than ${LONGEST_TOKEN} characters`);
    // Loaded by the first token: most servers have none.
    const { errors, jwtVerify } = await import("jose");
    keys ??= keysOf(rules).catch((error: unknown) => {
      keys = undefined; // the next token asks again
      throw error;
    });
    try {
      const { payload } = await jwtVerify(token, await keys, {
        issuer: rules.issuer,
        audience: rules.audience,
        algorithms: ALGORITHMS,
        clockTolerance: rules.clockSkew,
        currentDate: new Date(now),
        requiredClaims: ["exp"],
      });
      return { output: payload, diagnostics: [] };
    } catch (error) {
      if (error instanceof errors.JWTClaimValidationFailed)
        return refuse(
          CLAIMS[`${error.claim} ${error.reason}`] ?? `its claim "${error.claim}" is not as expected`,
        );
      if (error instanceof errors.JOSEError) {
        const reason = REASONS[error.code];
        if (reason !== undefined) return refuse(reason);
      }
      return { output: undefined, diagnostics: [diagnose("server/issuer-away", {})] };
    }
  };
}

/** Characters; the head of a request has room for no more than twice as many. */
export const LONGEST_TOKEN = 8_192;

/** Those with a public key: with a secret, a verifier can sign, and a public key would pass as a secret. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

const FORM = "it is not a signed token of three parts";
const SIGNATURE = "its signature is not by a key of its issuer";

const REASONS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: "it has expired",
  ERR_JWT_INVALID: FORM,
  ERR_JWS_INVALID: FORM,
  ERR_JOSE_ALG_NOT_ALLOWED: "it is signed in a way that is not taken",
  ERR_JOSE_NOT_SUPPORTED: "it is signed in a way that is not taken",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: SIGNATURE,
  ERR_JWKS_NO_MATCHING_KEY: SIGNATURE,
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: "it does not say by which key of its issuer it is signed",
};

const CLAIMS: Readonly<Record<string, string>> = {
  "iss check_failed": "another issuer is expected",
  "aud check_failed": "it is for another audience",
  "nbf check_failed": "it does not hold yet",
  "exp missing": "it does not say when it expires",
  "iss missing": "it does not say who issued it",
  "aud missing": "it does not say for whom it is",
};

async function keysOf({ issuer, jwks }: SignInSettings): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import("jose");
  const url = new URL(jwks ?? (await describedKeys(issuer)));
  return createRemoteJWKSet(url, {
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
    timeoutDuration: LONGEST_WAIT,
  });
}

/** The provider's description of itself has to be about the same issuer. */
async function describedKeys(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/u, "")}/.well-known/openid-configuration`;
  const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(LONGEST_WAIT) });
  const described = (await answer.json()) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  if (described.issuer !== issuer || typeof described.jwks_uri !== "string")
    throw new Error(`"${address}" does not describe "${issuer}".`);
  return described.jwks_uri;
}

/** Milliseconds for an answer of the provider. */
const LONGEST_WAIT = 5_000;

function refuse(reason: string): Outcome<JWTPayload> {
  const diagnostic: Diagnostic = diagnose("auth/wrong-token", { reason });
  return { output: undefined, diagnostics: [diagnostic] };
}
