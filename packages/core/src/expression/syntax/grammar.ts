import {
  EmbeddedActionsParser,
  EOF,
  type IOrAlt,
  type IToken,
  type ParserMethod,
  type TokenType,
} from "chevrotain";
import type { Diagnostic, Span } from "../../diagnostics/index.ts";
import { normalText } from "../../values/index.ts";
import {
  type Call,
  type Dereference,
  type Expression,
  type Operator,
  PLACEHOLDER,
  type Signed,
} from "./ast.ts";
import { joinOperators, type Term } from "./join-operators.ts";
import {
  endOf,
  type FoundError,
  missingBracket,
  missingColumn,
  missingOperator,
  missingValue,
  spanOf,
  unexpectedBracket,
} from "./syntax-errors.ts";
import * as token from "./tokens.ts";

/**
 * The grammar, with its production above each rule. It reads any sequence of tokens. A rule notes what is
 * missing or left over, puts a placeholder for a missing value and reads on. Chevrotain's own recovery is off,
 * because it discards what the actions of an unfinished rule have built. All operators are one flat rule, joined by
 * precedence afterwards. Rules only build nodes: Chevrotain also runs each once with dummy tokens and nodes,
 * where an ACTION is skipped.
 */
export class ExpressionGrammar extends EmbeddedActionsParser {
  readonly #expression: ParserMethod<[], Expression>;
  #source = "";
  #errors: FoundError[] = [];
  /** The brackets that are open, outermost first. */
  #open: IToken[] = [];

  /** The tree of tokens of a source, and the errors that were met. */
  read(source: string, tokens: IToken[]): { readonly tree: Expression; readonly errors: FoundError[] } {
    this.#source = source;
    this.#errors = [];
    this.#open = [];
    this.input = tokens;
    return { tree: this.#expression(), errors: this.#errors };
  }

  constructor() {
    super(token.tokenTypes, { recoveryEnabled: false, maxLookahead: 1 });

    // operation = term , { operator , term } ;
    const operation = this.RULE("operation", (): Expression => {
      const terms: Term[] = [this.SUBRULE(term)];
      const operators: Operator[] = [];
      this.MANY(() => {
        operators.push(this.#operatorOf(this.#take(token.OperatorToken)));
        terms.push(this.SUBRULE2(term));
      });
      return operators.length === 0 && terms[0]?.signs === NO_SIGNS
        ? terms[0].node
        : this.ACTION(() => joinOperators(terms, operators));
    });

    // term = { sign } , value , { [ "." ] , column } ;
    const term = this.RULE("term", (): Term => {
      let signs = NO_SIGNS;
      this.MANY(() => {
        const sign = this.CONSUME(token.Sign);
        signs = this.ACTION(() => [...signs, signOf(sign)]);
      });
      const first = this.LA(1);
      const read = this.#begins(VALUES) ? this.OR(values) : undefined;
      let node = read ?? this.#placeholder();
      const start = read === undefined ? node.start : first.startOffset;
      this.MANY2(() => {
        const dot = this.#take(token.Dot);
        const column = this.#begins(COLUMN) ? this.CONSUME2(token.ColumnToken) : undefined;
        node = this.ACTION(() => this.#dereference(node, start, column, dot));
      });
      return this.ACTION(() => ({ node, signs, start, end: node === read ? endOf(this.LA(0)) : node.end }));
    });

    // value = number | text | boolean | words | column | legacy-call | table-column | call | list | "(" , operation , ")" ;
    // Made once: making a list of closures for each value takes longer than parsing it.
    const values: IOrAlt<Expression>[] = [
      { ALT: () => leaf(this.CONSUME(token.NumberToken), number) },
      { ALT: () => leaf(this.CONSUME(token.TextToken), text) },
      { ALT: () => leaf(this.CONSUME(token.BooleanToken), boolean) },
      { ALT: () => leaf(this.CONSUME(token.RawTextToken), rawText) },
      { ALT: () => leaf(this.CONSUME(token.ColumnToken), columnReference) },
      { ALT: () => leaf(this.CONSUME(token.LegacyCall), legacyCall) },
      { ALT: () => this.SUBRULE(tableColumn) },
      { ALT: () => this.SUBRULE(call) },
      { ALT: () => this.SUBRULE(list) },
      { ALT: () => this.SUBRULE(parenthesised) },
    ];

    // table-column = table , column ;
    const tableColumn = this.RULE("tableColumn", (): Expression => {
      const table = this.CONSUME(token.TableName);
      const column = this.CONSUME(token.ColumnToken);
      return this.ACTION(() => ({
        kind: "table-column",
        table: table.image,
        tableSpan: spanOf(table),
        column: nameIn(column.image),
        columnSpan: spanOf(column),
        start: table.startOffset,
        end: endOf(column),
      }));
    });

    // call = name , "(" , [ operation , { "," , operation } ] , ")" ;
    const call = this.RULE("call", (): Call => {
      const name = this.CONSUME(token.FunctionName);
      const opening = this.CONSUME(token.LeftParenthesis);
      this.#open.push(opening);
      const values: Expression[] = [];
      this.OPTION(() => values.push(this.SUBRULE(operation)));
      if (values.length === 0 && !this.#isNext(")")) values.push(this.#placeholder());
      this.MANY(() => {
        this.CONSUME(token.Comma);
        values.push(this.SUBRULE2(operation));
      });
      const closer = this.#takeCloser();
      return this.ACTION(() => ({
        kind: "call",
        name: name.image,
        nameSpan: spanOf(name),
        arguments: values,
        legacy: false,
        start: name.startOffset,
        end: this.#close(closer),
      }));
    });

    // list = "{" , operation , { "," , operation } , "}" ;
    const list = this.RULE("list", (): Expression => {
      const opening = this.CONSUME(token.LeftBrace);
      this.#open.push(opening);
      const items: Expression[] = [this.SUBRULE(operation)];
      this.MANY(() => {
        this.CONSUME(token.Comma);
        items.push(this.SUBRULE2(operation));
      });
      const closer = this.#takeCloser();
      return this.ACTION(() => ({
        kind: "list",
        items,
        start: opening.startOffset,
        end: this.#close(closer),
      }));
    });

    const parenthesised = this.RULE("parenthesised", (): Expression => {
      const opening = this.CONSUME(token.LeftParenthesis);
      this.#open.push(opening);
      const parts = [this.SUBRULE(operation)];
      this.MANY(() => {
        const comma = this.CONSUME(token.Comma);
        this.ACTION(() => {
          if (parts.length === 1) this.#note(comma.startOffset, missingOperator(this.#source, comma));
        });
        parts.push(this.SUBRULE2(operation));
      });
      const closer = this.#takeCloser();
      return this.ACTION(() => inBrackets(joined(parts), opening, this.#close(closer)));
    });

    // expression = [ "=" ] , operation ;
    this.#expression = this.RULE("expression", (): Expression => {
      this.OPTION(() => this.CONSUME(token.LeadingEquals));
      const parts = [this.SUBRULE(operation)];
      this.MANY(() => {
        const stray = this.OR([
          { ALT: () => this.CONSUME(token.Comma) },
          { ALT: () => this.CONSUME(token.Closer) },
        ]);
        this.ACTION(() => {
          if (stray.tokenType === token.Closer) this.#note(stray.startOffset, unexpectedBracket(stray));
          else if (parts.length === 1) this.#note(stray.startOffset, missingOperator(this.#source, stray));
        });
        parts.push(this.SUBRULE2(operation));
      });
      return this.ACTION(() => joined(parts));
    });

    this.performSelfAnalysis();
  }

  /** Whether the next token is one of these; Chevrotain learns the rules as if it were. */
  #begins(types: ReadonlySet<TokenType>): boolean {
    return this.RECORDING_PHASE || types.has(this.LA(1).tokenType);
  }

  /** The next token if it is of the type; as OPTION, which takes longer. */
  #take(type: TokenType): IToken | undefined {
    if (this.RECORDING_PHASE) return this.OPTION9(() => this.CONSUME9(type));
    return this.LA(1).tokenType === type ? this.CONSUME9(type) : undefined;
  }

  /** The next bracket if it closes the innermost open one. */
  #takeCloser(): IToken | undefined {
    return this.RECORDING_PHASE || this.#closesInnermost() ? this.#take(token.Closer) : undefined;
  }

  #note(at: number, diagnostic: Diagnostic): void {
    this.#errors.push({ at, diagnostic });
  }

  /** The next token; undefined at the end of the source. */
  #next(): IToken | undefined {
    const next = this.LA(1);
    return next.tokenType === EOF ? undefined : next;
  }

  #isNext(image: string): boolean {
    return this.#next()?.image === image;
  }

  /** The placeholder for a missing value; notes the error. */
  #placeholder(): Expression {
    const next = this.#next();
    const before = this.LA(0);
    const at = next?.startOffset ?? this.#source.length;
    const last = before.tokenType === EOF ? undefined : before;
    this.#note(at, missingValue(this.#source, last, next, this.#open.length > 0));
    return { kind: "column", name: PLACEHOLDER, start: at, end: at };
  }

  /** The operator before the next term; texts are joined where one is missing. */
  #operatorOf(operator: IToken | undefined): Operator {
    if (operator !== undefined) return operator.image as Operator;
    const next = this.LA(1);
    this.#note(next.startOffset, missingOperator(this.#source, next));
    return "&";
  }

  #dereference(
    target: Expression,
    start: number,
    column: IToken | undefined,
    dot: IToken | undefined,
  ): Dereference {
    const at = dot === undefined ? start : endOf(dot);
    if (column === undefined && dot !== undefined)
      this.#note(dot.startOffset, missingColumn(this.#source, dot));
    const columnSpan = column === undefined ? { start: at, end: at } : spanOf(column);
    const name = column === undefined ? PLACEHOLDER : nameIn(column.image);
    const dotted = dot !== undefined;
    return { kind: "dereference", target, column: name, columnSpan, dotted, start, end: columnSpan.end };
  }

  /** Whether the next bracket closes the innermost open one: it does so if it is wrong, too, but for one further out. */
  #closesInnermost(): boolean {
    const next = this.LA(1);
    const closes = ({ image }: IToken) => (image === "(" ? ")" : "}") === next.image;
    const innermost = this.#open.at(-1);
    return innermost === undefined || closes(innermost) || !this.#open.some(closes);
  }

  /** Where the innermost bracket ends; `closer` is undefined where none closes it. */
  #close(closer: IToken | undefined): number {
    const opening = this.#open.pop() as IToken;
    const open = opening.image as "(" | "{";
    if (closer?.image === (open === "(" ? ")" : "}")) return endOf(closer);
    const wrong = closer ?? this.#next();
    if (wrong === undefined)
      this.#note(this.#source.length, missingBracket(this.#source, open, opening.startOffset));
    else this.#note(wrong.startOffset, unexpectedBracket(wrong, open));
    return endOf(this.LA(0));
  }
}

/** What a value begins with. */
const VALUES = new Set([
  token.NumberToken,
  token.TextToken,
  token.BooleanToken,
  token.RawTextToken,
  token.ColumnToken,
  token.LegacyCall,
  token.TableName,
  token.FunctionName,
  token.LeftBrace,
  token.LeftParenthesis,
]);

const COLUMN = new Set([token.ColumnToken]);

/** Parts that a comma or a bracket parts by mistake. */
function joined(parts: readonly Expression[]): Expression {
  const [first] = parts;
  const others = parts.slice(1).filter((part) => part.kind !== "column" || part.name !== PLACEHOLDER);
  if (first === undefined || others.length === 0) return first as Expression;
  const operands = [first, ...others];
  const end = (operands.at(-1) as Expression).end;
  return { kind: "operation", operands, operators: others.map(() => "&"), start: first.start, end };
}

function leaf(found: IToken, build: (span: Span, image: string) => Expression): Expression {
  return build(spanOf(found), found.image);
}

function number({ start, end }: Span, text: string): Expression {
  return { kind: "number", text, start, end };
}

function text({ start, end }: Span, image: string): Expression {
  const quote = image.charAt(0);
  const isClosed = image.length > 1 && (image.endsWith(quote) || quote > "\u00ff");
  const written = image.slice(1, isClosed ? -1 : undefined);
  const value = normalText(written.replaceAll(quote + quote, quote));
  return { kind: "text", value, start, end };
}

function boolean({ start, end }: Span, image: string): Expression {
  return { kind: "boolean", value: image.toUpperCase() === "TRUE", start, end };
}

function rawText({ start, end }: Span, image: string): Expression {
  return { kind: "raw-text", value: normalText(image), start, end };
}

function columnReference({ start, end }: Span, image: string): Expression {
  return { kind: "column", name: nameIn(image), start, end };
}

function legacyCall(span: Span, image: string): Expression {
  const name = image.slice(image.indexOf("_") + 1, -1).trimEnd();
  return { kind: "call", name, nameSpan: span, arguments: [], legacy: true, ...span };
}

/** The name within `[ ]`; the closing bracket may be missing. */
function nameIn(image: string): string {
  return image.slice(1, image.endsWith("]") ? -1 : undefined).trim();
}

const NO_SIGNS: Term["signs"] = [];

function signOf(found: IToken): Term["signs"][number] {
  return { sign: found.image as Signed["sign"], ...spanOf(found) };
}

/** The brackets around an operation belong to it; a value is pointed at without those around it. */
function inBrackets(inner: Expression, opening: IToken, end: number): Expression {
  if (inner.kind !== "operation" && inner.kind !== "signed") return inner;
  return { ...inner, start: opening.startOffset, end };
}
