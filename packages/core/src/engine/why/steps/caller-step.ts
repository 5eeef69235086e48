import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import { identityProperties } from "../../properties/index.ts";
import type { TraceStep } from "../call-trace.ts";

/** Whom the call is made for, and why. */
export function callerStep({ request }: Call, { caller, properties = {} }: EngineRequest): TraceStep {
  const { email, role } = request.user;
  const sent = identityProperties.find(({ name }) => Object.hasOwn(properties, name));
  const reason =
    sent !== undefined
      ? `"${sent.name}" names them`
      : typeof caller === "object"
        ? "the access key is theirs"
        : "the application's owner, since the call names no one else";
  return { about: "caller", text: `made for ${email ?? "no one"}, role ${role ?? "User"}: ${reason}` };
}
