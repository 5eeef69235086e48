import type { Abortable, TimeSlice } from "../../expression/parts.ts";
import type { JsonValue } from "../../values/index.ts";
import type { DeclaredProperties } from "../properties/index.ts";
import type { Wire } from "../wires/index.ts";
import type { Accepted, Rejected } from "./result.ts";

/** One call: `Add`, `Edit`, `Delete`, `Find` or the name of an action, on a table or slice. */
export interface EngineRequest {
  readonly action: string;
  readonly table: string;
  /** Rows by column name; cells in any form their column type reads. */
  readonly rows?: readonly Readonly<Record<string, JsonValue>>[];
  readonly properties?: Properties;
  /** What the program that passes the call on knows of its caller. Without it the owner, unless the properties name a person. */
  readonly caller?: CallerIdentity | undefined;
  /**
   * What the caller may name in a Selector, and errors to them; without it everything that the application has. The
   * definition's own formulas and rules reach more. A caller's is best one object for all of their calls.
   */
  readonly nameable?: Nameable | undefined;
  /** The name of the access key by which the call came, for the journal. */
  readonly accessKey?: string | undefined;
  /**
   * A key by which the caller knows the call, at most 255 characters: within a day the same call with the same key is carried out
   * once and answered alike each time. It means nothing for a Find and a dry run.
   */
  readonly idempotencyKey?: string | undefined;
  /** Default `typed`. */
  readonly wire?: Wire;
  /**
   * What will be asked of the rows: with `json` a Find keeps many of them as JSON while it reads on, for `jsonRowsOf`, which
   * takes a fraction of the memory. Default `objects`.
   */
  readonly rowsAs?: "objects" | "json";
  /** The call's share of the processor; without one it pauses by the `pause` of the services, where these have one. */
  readonly turn?: TimeSlice;
  /**
   * An `AbortSignal`: once it aborts, the call ends at its next pause, rejects with the signal's reason and has changed nothing. It
   * does not hinder a commit that has begun.
   */
  readonly signal?: Abortable | undefined;
  /**
   * Told how many steps of its budget the call has spent, when it ends; those of security filters, which have budgets of their
   * own, are not among them.
   */
  readonly reportFuel?: ((steps: number) => void) | undefined;
}

/** What a caller may know the names of, and so may do. */
export interface Nameable {
  /** Who they are, in the words of an error, such as `the access key "website"`. */
  readonly holder?: string | undefined;
  /** Whether a table, with its columns, or a slice. */
  table(name: string): boolean;
  /**
   * Whether an operation such as `Add`, or an action. The program that passes a call on asks it of the action that the call names; the
   * engine asks it of what the call does besides that, and, by `Find`, of what is answered of stored rows.
   */
  action(name: string): boolean;
}

/**
 * Whom a call is made for: the `owner` of the application, the person that the properties name (`named`: they have to), or the
 * person of an e-mail address, in whose place the properties name another one only where `mayNameAnother` allows it.
 */
export type CallerIdentity = "owner" | "named" | PersonIdentity;

/** A person whom the program that passes the call on knows. */
export interface PersonIdentity {
  readonly email: string;
  readonly mayNameAnother?: boolean | undefined;
  /** USERROLE() of the person; without it, what else says it of the address. */
  readonly role?: string | undefined;
  /** USERSETTINGS() of these names; the call gives them no other values. */
  readonly settings?: Readonly<Record<string, string | null>>;
}

/** What a caller may say about the call, as docs/http-api.md has it; unknown members become warnings. */
export interface Properties extends DeclaredProperties {
  readonly [member: string]: unknown;
}

/** One call of a batch; it has the caller, wire and turn of the batch. */
export type BatchCall = Pick<EngineRequest, "action" | "table" | "rows" | "properties">;

/**
 * Calls that are carried out one after the other in one transaction, all or none. Each sees what the calls before it have written. A
 * cell may be `{ "$ref": "#/0/Rows/0/Order ID" }`, a JSON pointer to a cell of an earlier answer: it counts as what is answered there.
 */
export interface BatchRequest extends Omit<EngineRequest, keyof BatchCall> {
  /** At most `limits.calls` of them. */
  readonly calls: readonly BatchCall[];
  /** What holds for all calls: whom they are made for, where, and whether anything is kept. Each call has its own for the rest. */
  readonly properties?: Properties;
}

/** Every call was carried out. */
export interface BatchAnswer {
  readonly ok: true;
  /** One for each call, in their order. */
  readonly answers: readonly Accepted[];
  /** The id in the history under which all changes can be undone together; missing where nothing was recorded. */
  readonly call?: string;
  /** Whether they are the answers of the same batch, which came before with the same idempotency key. */
  readonly isReplayed?: true;
}

/** Of a batch that is rejected nothing is kept, and errors say the `call` that they are about, from 1. */
export type BatchResult = BatchAnswer | Rejected;

/** Asks for the rows of a Find, and for what becomes of them. */
export interface LiveRequest
  extends Pick<
    EngineRequest,
    "table" | "properties" | "caller" | "nameable" | "accessKey" | "wire" | "turn" | "signal" | "reportFuel"
  > {
  /** The cursor of the last step that was taken: the first step says what has changed since then. */
  readonly after?: string | undefined;
}
