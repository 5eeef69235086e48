import type { SignIn } from "../app-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";
import { type Reachable, readReach } from "./read-reach.ts";

type SignInShape = NonNullable<NonNullable<DefinitionShape["app"]["api"]>["signIn"]>;

/** How people sign in, with every default filled in. */
export function readSignIn(
  report: DefinitionReport,
  path: Path,
  shape: SignInShape | undefined,
  reachable: Reachable,
): SignIn | undefined {
  if (shape === undefined) return undefined;
  const { issuer, audience, jwks, email = "email", role, settings = [], clockSkew = 60 } = shape;
  return {
    issuer,
    audience,
    jwks,
    email,
    role,
    settings,
    clockSkew,
    ...readReach(report, path, shape, reachable),
  };
}
