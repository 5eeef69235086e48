import { findName, isEditor, type Outcome } from "@tablewright/core";
import { headerOf } from "../../api-request.ts";
import type { RoutedRequest } from "../../routes/define-route.ts";
import type { Service } from "../../service.ts";
import type { HeldKey } from "../access-key.ts";
import { readAccessKey } from "../address.ts";

/** A request with the person for whom its token speaks, verified by the rules and the clock of now. */
export function withPerson<Request extends RoutedRequest<string>>(
  service: Service,
  request: Request,
): Request | Promise<Request> {
  if (request.headers.authorization === undefined) return request;
  return personOfToken(service, request).then((signedIn) => ({ ...request, signedIn }));
}

/**
 * Undefined when the request brings no token, or an access key, which goes before; or when its application is not there or takes
 * none, which the route says in its turn.
 */
async function personOfToken(
  service: Service,
  { headers, url, parameters }: RoutedRequest<string>,
): Promise<Outcome<HeldKey> | undefined> {
  const token = BEARER.exec(headerOf(headers, "authorization") ?? "")?.[1];
  if (token === undefined || readAccessKey(headers, url, service.allowKeyInQuery) !== undefined)
    return undefined;
  const [only, other] = service.applications;
  const name = parameters.appId ?? (other === undefined ? only?.name : undefined) ?? "";
  const application = findName(service.applications, name).match;
  if (application?.signIn === undefined || !application.engine.app.api.enabled) return undefined;
  const held = await application.signIn.authenticate(token, service.now());
  const { output } = held;
  if (output?.person === undefined || !isEditor(application.engine.app, output.person)) return held;
  return { output: { ...output, key: { ...output.key, editDefinition: true } }, diagnostics: [] };
}

/** The scheme is written in any case; a token holds no space. */
const BEARER = /^Bearer +(\S+) *$/iu;
