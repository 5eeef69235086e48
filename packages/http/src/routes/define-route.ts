import type { Outcome } from "@tablewright/core";
import type { HeldKey } from "../access/access-key.ts";
import type { Answer } from "../answers/answer.ts";
import type { CallNotes } from "../reports/call-notes.ts";
import type { Service } from "../service.ts";
import type { WaitingRequest } from "../turns/carry-out.ts";

/** One method on one path. A user's error comes back as an answer; a throw is our error and becomes a 500. */
export interface Route<Name extends string = string> {
  readonly method: "GET" | "POST";
  /** Segments between slashes; one that begins with a colon stands for whatever is sent there. */
  readonly path: string;
  answer(service: Service, request: RoutedRequest<Name>): Promise<Answer>;
}

/** A request that has found its route. */
export interface RoutedRequest<Name extends string = string> extends WaitingRequest {
  /** What was sent for the path's segments with a colon, decoded. */
  readonly parameters: Readonly<Record<Name, string>>;
  /** Where what it is about is noted, for reports. */
  readonly notes: CallNotes;
  /** What became of the token it brought; undefined without one. */
  readonly signedIn?: Outcome<HeldKey> | undefined;
}

export function defineRoute<const Path extends string>(
  route: Route<NamesIn<Path>> & { readonly path: Path },
): Route {
  return route as Route;
}

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
