import { type FactPath, FactTypes, ITEMS } from "./fact-types.ts";
import {
  type Converted,
  type ConvertOptions,
  factReference,
  freeName,
  isMembers,
  literal,
  type UnconvertedPart,
  Unsayable,
} from "./unsayable.ts";

type Members = Readonly<Record<string, unknown>>;

/** Whether JSON is rules of json-rules-engine: one rule, a list, or a list with named conditions. */
export function isJsonRules(json: unknown): boolean {
  const rules = rulesIn(json);
  return rules.length > 0 && rules.some((rule) => isMembers(rule) && isMembers(rule.conditions));
}

function rulesIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (!isMembers(json)) return [];
  return Array.isArray(json.rules) ? json.rules : [json];
}

/**
 * Rules of json-rules-engine as one list of rules that announce events. A rule that cannot be said exactly is left out whole: it
 * would decide otherwise without a part of its condition.
 */
export function convertJsonRules(json: unknown, options: ConvertOptions): Converted {
  const named = isMembers(json) && isMembers(json.conditions) && "rules" in json ? json.conditions : {};
  const rules = rulesIn(json);
  const leftOut: UnconvertedPart[] = [];
  const attempt = <T>(rule: unknown, at: number, run: () => T): T | undefined => {
    try {
      return run();
    } catch (thrown) {
      if (!(thrown instanceof Unsayable)) throw thrown;
      const name = isMembers(rule) && typeof rule.name === "string" ? ` "${rule.name}"` : "";
      leftOut.push({ where: `rules[${at}]${name}`, reason: thrown.message });
      return undefined;
    }
  };
  // All types are found before anything is written: how a fact is compared depends on them.
  let types = FactTypes.none();
  const readable = rules.map((rule, at) =>
    attempt(rule, at, () => {
      const own = types.fork();
      const reader = new RuleReader(named, own, options, false);
      const read = readRule(rule);
      reader.condition(read.conditions, 0);
      types = own;
      return read;
    }),
  );
  const taken = new Set<string>();
  const hasPriorities = readable.some((rule) => rule !== undefined && rule.priority !== 1);
  const written = readable.flatMap((rule, at) => {
    if (rule === undefined) return [];
    const source = attempt(rules[at], at, () =>
      new RuleReader(named, types, options, true).condition(rule.conditions, 0),
    );
    if (source === undefined) return [];
    const { name, event, priority } = rule;
    return [
      {
        name: freeName(name ?? event.type, taken),
        when: source,
        event,
        ...(hasPriorities && priority !== 0 ? { priority } : {}),
      },
    ];
  });
  const definition = {
    tablewright: 1,
    rules: { id: options.id },
    facts: types.declared(),
    decisions: { Rules: { rules: written } },
  };
  return {
    what: "rule",
    definition: written.length === 0 ? undefined : definition,
    count: written.length,
    leftOut,
    notes: [],
  };
}

interface ReadRule {
  readonly name: string | undefined;
  readonly conditions: unknown;
  readonly event: { readonly type: string };
  readonly priority: number;
}

function readRule(rule: unknown): ReadRule {
  if (!isMembers(rule) || !isMembers(rule.conditions)) throw new Unsayable("it has no conditions");
  const { name, conditions, event, priority = 1 } = rule;
  if (!isMembers(event) || typeof event.type !== "string") throw new Unsayable("its event has no type");
  const params = event.params ?? {};
  if (!isMembers(params)) throw new Unsayable("the params of its event are no object");
  if (Object.hasOwn(params, "type"))
    throw new Unsayable('its event has a param "type", which is the name of the event');
  const number = Number.parseInt(String(priority), 10);
  if (Number.isNaN(number)) throw new Unsayable("its priority is no number");
  return {
    name: typeof name === "string" && name !== "" ? name : undefined,
    conditions,
    event: { ...(withoutPlaceholders(params) as Members), type: withoutPlaceholders(event.type) as string },
    priority: number,
  };
}

/** Texts of events have `<<` before an expression; one that is meant as such is an expression itself. */
function withoutPlaceholders(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("<<", '<<"<<">>');
  if (Array.isArray(value)) return value.map(withoutPlaceholders);
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutPlaceholders(member)]),
  );
}

/** Conditions refer to named ones, and these to others. */
const DEEPEST = 64;

/** Reads conditions twice: first for the types of facts, then for their sources. */
class RuleReader {
  readonly #named: Members;
  readonly #types: FactTypes;
  readonly #ignoresCase: boolean;
  readonly #isWriting: boolean;

  constructor(named: Members, types: FactTypes, { ignoresCase }: ConvertOptions, isWriting: boolean) {
    this.#named = named;
    this.#types = types;
    this.#ignoresCase = ignoresCase;
    this.#isWriting = isWriting;
  }

  condition(condition: unknown, depth: number): string {
    if (depth > DEEPEST) throw new Unsayable(`its conditions are nested more than ${DEEPEST} levels deep`);
    if (!isMembers(condition)) throw new Unsayable("a condition is no object");
    const { any, all, not, condition: name } = condition;
    if (any !== undefined) return this.#several("OR", any, depth);
    if (all !== undefined) return this.#several("AND", all, depth);
    if (not !== undefined) return `NOT(${this.condition(not, depth + 1)})`;
    if (name === undefined) return this.#comparison(condition);
    if (typeof name !== "string" || !Object.hasOwn(this.#named, name))
      throw new Unsayable(`the condition "${String(name)}" that it names is not in the file`);
    return this.condition(this.#named[name], depth + 1);
  }

  #several(word: "AND" | "OR", parts: unknown, depth: number): string {
    if (!Array.isArray(parts)) throw new Unsayable('"all" or "any" is no list');
    const sources = parts.map((part) => this.condition(part, depth + 1));
    const [only] = sources;
    // An empty "any" holds, too.
    if (only === undefined) return "TRUE";
    return sources.length === 1 ? only : `${word}(${sources.join(", ")})`;
  }

  #comparison({ fact, path, params, operator, value }: Members): string {
    if (typeof fact !== "string") throw new Unsayable("a condition has no fact");
    if (params !== undefined) throw new Unsayable(`the fact "${fact}" is computed from params`);
    if (typeof operator !== "string") throw new Unsayable("a condition has no operator");
    const subject = pathOf(fact, path);
    return this.#operation(operator, { path: subject, source: factReference(subject) }, value);
  }

  /** `someFact:greaterThan` and others: the word before the colon says how the operator after it is applied. */
  #operation(operator: string, subject: Subject, value: unknown): string {
    const [, decorator, inner = ""] = /^([^:]+):(.+)$/.exec(operator) ?? [];
    switch (decorator) {
      case undefined:
        return this.#plain(operator, subject, value);
      case "not":
        return `NOT(${this.#operation(inner, subject, value)})`;
      case "someFact":
      case "everyFact": {
        const items = { path: [...subject.path, ITEMS], source: ITEM };
        const condition = this.#operation(inner, items, value);
        if (subject.source === ITEM) throw new Unsayable("it looks for lists in lists");
        return decorator === "someFact"
          ? someOf(subject.source, condition)
          : `NOT(${someOf(subject.source, `NOT(${condition})`)})`;
      }
      case "someValue":
      case "everyValue": {
        if (!Array.isArray(value)) throw new Unsayable(`the value of "${operator}" is no list`);
        const parts = value.map((one) => this.#operation(inner, subject, one));
        const word = decorator === "someValue" ? "OR" : "AND";
        if (parts.length === 0) return word === "OR" ? "FALSE" : "TRUE";
        return parts.length === 1 ? (parts[0] as string) : `${word}(${parts.join(", ")})`;
      }
      default:
        throw new Unsayable(`the operator "${operator}" is not one that can be said`);
    }
  }

  #plain(operator: string, subject: Subject, value: unknown): string {
    switch (operator) {
      case "equal":
        return this.#equal(subject, value);
      case "notEqual":
        return `NOT(${this.#equal(subject, value)})`;
      case "in":
        return this.#in(subject, value);
      case "notIn":
        return `NOT(${this.#in(subject, value)})`;
      case "contains":
      case "doesNotContain": {
        const items = { path: [...subject.path, ITEMS], source: ITEM };
        if (subject.source === ITEM) throw new Unsayable("it looks for lists in lists");
        const found = someOf(subject.source, this.#equal(items, value));
        return operator === "contains" ? found : `NOT(${found})`;
      }
      case "lessThan":
        return this.#ordered("<", subject, value);
      case "lessThanInclusive":
        return this.#ordered("<=", subject, value);
      case "greaterThan":
        return this.#ordered(">", subject, value);
      case "greaterThanInclusive":
        return this.#ordered(">=", subject, value);
      default:
        throw new Unsayable(`the operator "${operator}" is none of json-rules-engine's own`);
    }
  }

  #equal({ path, source }: Subject, value: unknown): string {
    const other = factOf(value);
    if (other !== undefined) {
      this.#types.unite(path, other);
      const kind = this.#types.kindOf(path);
      if (kind === undefined && this.#isWriting)
        throw new Unsayable(
          `nothing shows whether ${source} and ${factReference(other)} are texts or numbers`,
        );
      return this.#same(kind, source, outerReference(source, other));
    }
    if (value === null) {
      if (this.#isWriting && this.#types.kindOf(path) === undefined)
        throw new Unsayable(`nothing shows the type of ${source}, which is only compared with null`);
      return `ISBLANK(${source})`;
    }
    if (typeof value === "number") {
      this.#types.note(path, "number");
      return `${source} = ${value}`;
    }
    if (typeof value === "boolean") {
      this.#types.note(path, "yes/no");
      return `${source} = ${value ? "TRUE" : "FALSE"}`;
    }
    if (typeof value !== "string") throw new Unsayable("a fact is compared with a list or an object");
    if (value === "")
      throw new Unsayable("a fact is compared with an empty text, which is a blank here like null");
    this.#types.note(path, isDate(value) ? "dated" : "text");
    return this.#same(this.#types.kindOf(path), source, literal(value));
  }

  #same(kind: ReturnType<FactTypes["kindOf"]>, one: string, other: string): string {
    return kind === "text" && !this.#ignoresCase ? `EXACT(${one}, ${other})` : `${one} = ${other}`;
  }

  #in(subject: Subject, value: unknown): string {
    if (!Array.isArray(value)) throw new Unsayable('the value of "in" is no list');
    const parts = value.map((one) => this.#equal(subject, one));
    if (parts.length === 0) return "FALSE";
    const isPlain = parts.every((part) => part.startsWith(`${subject.source} = `));
    if (parts.length > 1 && isPlain)
      return `IN(${subject.source}, LIST(${parts.map((part) => part.slice(subject.source.length + 3)).join(", ")}))`;
    return parts.length === 1 ? (parts[0] as string) : `OR(${parts.join(", ")})`;
  }

  #ordered(sign: string, { path, source }: Subject, value: unknown): string {
    const other = factOf(value);
    if (other !== undefined) {
      this.#types.note(path, "ordered");
      this.#types.unite(path, other);
      return `${source} ${sign} ${outerReference(source, other)}`;
    }
    if (typeof value === "number") {
      this.#types.note(path, "number");
      return `${source} ${sign} ${value}`;
    }
    if (typeof value !== "string" || !isDate(value))
      throw new Unsayable("it compares the order of something else than numbers and dates");
    this.#types.note(path, "date");
    return `${source} ${sign} ${literal(value)}`;
  }
}

/** A fact, or the item of a list. */
interface Subject {
  readonly path: FactPath;
  readonly source: string;
}

/** The item of a list that is looked through. */
const ITEM = "[_ITEM]";

/** The other fact of a comparison. Within a list, where an item is compared, it is one of the row around. */
function outerReference(source: string, path: FactPath): string {
  return source === ITEM ? `[_THISROW].${factReference(path)}` : factReference(path);
}

function someOf(list: string, condition: string): string {
  return `COUNT(FILTER(${list}, ${condition})) > 0`;
}

function factOf(value: unknown): FactPath | undefined {
  if (!isMembers(value) || typeof value.fact !== "string") return undefined;
  if (value.params !== undefined) throw new Unsayable(`the fact "${value.fact}" is computed from params`);
  return pathOf(value.fact, value.path);
}

/** A JSONPath that names one member of a member. */
function pathOf(fact: string, path: unknown): FactPath {
  if (path === undefined) return [fact];
  const text = String(path);
  const step = /\.([A-Za-z_][\w-]*)|\['([^'\\]+)'\]|\["([^"\\]+)"\]/y;
  const steps: string[] = [];
  step.lastIndex = text.startsWith("$") ? 1 : 0;
  for (let at = step.lastIndex; at < text.length; at = step.lastIndex) {
    const match = step.exec(text);
    const name = match?.[1] ?? match?.[2] ?? match?.[3];
    if (match === null || name === undefined || name === "length")
      throw new Unsayable(`the path "${text}" does not name one member of an object`);
    steps.push(name);
  }
  return [fact, ...steps];
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
