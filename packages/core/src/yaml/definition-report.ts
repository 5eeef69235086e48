import {
  type DefinitionCode,
  type DetailsOf,
  type Diagnostic,
  diagnoseDefinition,
} from "../diagnostics/index.ts";
import type { CheckedExpression, ExpressionScope } from "../expression/parts.ts";
import type { DefinitionSource, Path } from "./definition-source.ts";
import type { SourcePiece } from "./scalar-text.ts";

/** An expression of a definition. */
export interface NotedExpression {
  readonly path: Path;
  readonly start: number;
  readonly expression: CheckedExpression;
}

/** Collects the errors of a definition, each at its location in the text, and what is noted of its expressions. */
export class DefinitionReport {
  readonly source: DefinitionSource;
  readonly observer: DefinitionObserver | undefined;
  /** The names that its expressions read by INPUT. */
  readonly inputs = new Set<string>();
  /** Its checked expressions, and where each begins in the text at a path. */
  readonly expressions: NotedExpression[] = [];
  /** Whether an expression of its decisions calls an asynchronous function. */
  callsAsync = false;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #misshapen = new Set<string>();

  constructor(source: DefinitionSource, observer?: DefinitionObserver) {
    this.source = source;
    this.observer = observer;
  }

  /** In the order of the text. */
  get diagnostics(): readonly Diagnostic[] {
    const order = ({ line = 0, character = 0 }: Diagnostic) => line * 2 ** 22 + character;
    return this.#diagnostics.toSorted((a, b) => order(a) - order(b));
  }

  /**
   * An error in the value of a member, or about the member as a whole, which its name then stands for. `example` has facts that
   * show it.
   */
  report<C extends DefinitionCode>(
    path: Path,
    code: C,
    details: DetailsOf<C>,
    at: "name" | "value" = "value",
    example?: object,
  ): void {
    if (this.#misshapen.has(path.join("."))) return;
    const location = this.source.location(path, at);
    this.#diagnostics.push(
      diagnoseDefinition(code, details, example === undefined ? location : { ...location, example }),
    );
  }

  /** An error that has its location. */
  add(diagnostic: Diagnostic): void {
    this.#diagnostics.push(diagnostic);
  }

  /** An error of shape: the value of this member is not looked at again, so that an error is reported once. */
  reportShape<C extends DefinitionCode>(
    path: Path,
    code: C,
    details: DetailsOf<C>,
    at: "name" | "value" = "value",
  ): void {
    this.report(path, code, details, at);
    this.#misshapen.add(path.join("."));
  }

  /** An error in a part of the text at a path; the offsets of `span` count in that. */
  reportWithin<C extends DefinitionCode>(
    path: Path,
    code: C,
    details: DetailsOf<C>,
    span: { readonly start: number; readonly end: number },
  ): void {
    this.reportExpression(path, [diagnoseDefinition(code, details, span)]);
  }

  /** Errors within an expression, which keep their offsets in it besides their location in the text. */
  reportExpression(path: Path, diagnostics: readonly Diagnostic[]): void {
    if (this.#misshapen.has(path.join("."))) return;
    for (const diagnostic of diagnostics) {
      const location = this.source.locationInExpression(path, diagnostic.start ?? 0);
      this.#diagnostics.push({ ...diagnostic, ...location });
    }
  }
}

/** Called while a definition is loaded with the places of its expressions and the meaning of its names; for editors. */
export interface DefinitionObserver {
  /** An expression begins at `start` of the text at a path, or of the name of the member there, or is made of it: then of these pieces. */
  expression(
    path: Path,
    source: string,
    scope: ExpressionScope,
    start: number,
    pieces?: readonly SourcePiece[],
    at?: "name" | "value",
  ): void;
  /** The text at a path, or the name of the member there, names this. */
  name(path: Path, at: "name" | "value", meant: NamedPart): void;
}

/** A part of a definition as it is declared; `table` is that of a column, `declaredAt` leads to a field or an output. */
export interface NamedPart {
  readonly kind: "table or slice" | "column" | "action" | "member";
  readonly name: string;
  readonly table?: string;
  readonly declaredAt?: Path;
}
