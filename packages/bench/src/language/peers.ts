/** The engines that the language is compared with: how each is opened, and the conditions in its own syntax. */
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { NamedPerson } from "./people.ts";

/** Returns the positions of the people for which a condition is true. */
type Run = () => readonly number[] | Promise<readonly number[]>;

interface LanguagePeer {
  readonly name: string;
  /** The number of rows that it can be expected to finish. */
  readonly rows: number;
  /** Whether it is asked the further conditions, too. */
  readonly isFurther?: true;
  readonly open: (people: readonly NamedPerson[]) => Promise<(condition: string) => Run>;
}

/** The condition of a name in the syntax of one engine. */
type Sources = Readonly<Record<string, string>>;

const withSigns: Sources = {
  arithmetic: "age >= 18 && price * quantity > 500 && discount < 0.3",
  "text functions": 'has(lower(name), "ann") || left(lower(name), 2) == "al" || len(name) > 20',
  "date range": "joined >= 15000 && joined < 17000",
};

const withWords: Sources = {
  arithmetic: "age >= 18 and price * quantity > 500 and discount < 0.3",
  "date range": "joined >= 15000 and joined < 17000",
};

const cel: Sources = {
  arithmetic: "age >= 18.0 && price * quantity > 500.0 && discount < 0.3",
  "text functions": 'lower(name).contains("ann") || lower(name).startsWith("al") || size(name) > 20',
  "IF chain":
    'age < 18.0 ? price < 20.0 : (lower(status) == "open" ? quantity > 10.0 : (member && price > 50.0))',
  "IN list": 'lower(city) in ["oslo", "lima", "porto", "kyoto", "москва"]',
};

const CITIES = ["oslo", "lima", "porto", "kyoto", "москва"];

/** The text functions that are added to engines without any. */
const textFunctions = {
  lower: (text: string): string => text.toLowerCase(),
  has: (text: string, part: string): boolean => text.includes(part),
  left: (text: string, count: number): string => text.slice(0, count),
  len: (text: string): number => text.length,
};

/** By the name that `--peers` takes. */
export const languagePeers: Readonly<Record<string, LanguagePeer>> = {
  /** In its larger dialect, which has the conditional operator. */
  subscript: {
    name: "subscript",
    rows: 100_000,
    isFurther: true,
    open: async (people) => {
      const { default: compile } = await loadPeer<{
        default: (source: string) => (scope: object) => unknown;
      }>("subscript/justin");
      const scopes = people.map((person) => ({ ...person, ...textFunctions, cities: CITIES }));
      return (condition) => eachPerson(scopes, compile(subscriptSources[condition] ?? ""));
    },
  },
  /** With the types of the columns declared. */
  "cel-js": {
    name: "@marcbachmann/cel-js",
    rows: 100_000,
    isFurther: true,
    open: async (people) => {
      const { Environment } = await loadPeer<CelJs>("@marcbachmann/cel-js");
      let environment = new Environment().registerFunction("lower(string): string", textFunctions.lower);
      for (const name of ["age", "price", "quantity", "discount", "joined"])
        environment = environment.registerVariable(name, "double");
      for (const name of ["name", "city", "status", "joinedOn"])
        environment = environment.registerVariable(name, "string");
      environment = environment.registerVariable("member", "bool");
      return (condition) => eachPerson(people, environment.parse(celJsSources[condition] ?? ""));
    },
  },
  /** JSON Logic, interpreted; its `build`, which generates code, is another matter. */
  "json-logic-engine": {
    name: "json-logic-engine run",
    rows: 100_000,
    open: async (people) => {
      const { LogicEngine } = await loadPeer<JsonLogic>("json-logic-engine");
      const engine = new LogicEngine();
      const options = { deterministic: true, sync: true };
      engine.addMethod("lower", ([text]: readonly [string]) => textFunctions.lower(text), options);
      engine.addMethod("len", ([text]: readonly [string]) => textFunctions.len(text), options);
      return (condition) => eachPerson(people, (person) => engine.run(jsonLogic[condition] ?? {}, person));
    },
  },
  /** Planned once and run on each person. */
  "bufbuild-cel": {
    name: "@bufbuild/cel",
    rows: 20_000,
    open: async (people) => {
      const { CelScalar, celEnv, celFunc, parse, plan } = await loadPeer<BufbuildCel>("@bufbuild/cel");
      const lower = celFunc("lower", [CelScalar.STRING], CelScalar.STRING, textFunctions.lower);
      const environment = celEnv({ funcs: [lower] });
      const sources: Sources = { ...cel, "date range": "joined >= 15000.0 && joined < 17000.0" };
      return (condition) => eachPerson(people, plan(environment, parse(sources[condition] ?? "")));
    },
  },
  /** Evaluated synchronously. */
  jexl: {
    name: "jexl",
    rows: 10_000,
    open: async (people) => {
      const { default: jexl } = await loadPeer<Jexl>("jexl");
      for (const [name, run] of Object.entries(textFunctions)) jexl.addFunction(name, run);
      return (condition) => {
        const compiled = jexl.compile(jexlSources[condition] ?? "");
        return eachPerson(people, (person) => compiled.evalSync(person));
      };
    },
  },
  mathjs: {
    name: "mathjs",
    rows: 10_000,
    open: async (people) => {
      const { create, all } = await loadPeer<MathJs>("mathjs");
      const math = create(all);
      const isOneOf = (text: string, ...texts: readonly string[]) => texts.includes(text);
      math.import({ ...textFunctions, isOneOf });
      return (condition) => {
        const compiled = math.compile(mathSources[condition] ?? "");
        return eachPerson(people, (person) => compiled.evaluate({ ...person }));
      };
    },
  },
  /** Returns promises only. */
  jsonata: {
    name: "jsonata",
    rows: 4_000,
    open: async (people) => {
      const { default: jsonata } = await loadPeer<Jsonata>("jsonata");
      return (condition) => {
        const compiled = jsonata(jsonataSources[condition] ?? "");
        return async () => {
          const matches: number[] = [];
          for (const [position, person] of people.entries()) {
            if ((await compiled.evaluate(person)) === true) matches.push(position);
          }
          return matches;
        };
      };
    },
  },
  hyperformula: {
    name: "HyperFormula",
    rows: 2_000,
    open: async (people) => {
      const { HyperFormula } = await loadPeer<SheetEngine>("hyperformula");
      const cells = people.map((person) => [
        ...[person.name, person.age, person.city, person.status, person.price],
        ...[person.quantity, person.discount, person.joined, person.member],
      ]);
      const sheet = HyperFormula.buildFromArray(cells, { licenseKey: "gpl-v3" });
      const resultColumn = 9;
      return (condition) => () => {
        const formula = sheetFormulas[condition] ?? "";
        const column = people.map((_, row) => [formula.replaceAll("#", String(row + 1))]);
        sheet.setCellContents({ sheet: 0, row: 0, col: resultColumn }, column);
        return people.flatMap((_, row) =>
          sheet.getCellValue({ sheet: 0, row, col: resultColumn }) === true ? [row] : [],
        );
      };
    },
  },
  /** A table held by columns, filtered by JavaScript that it generates. */
  arquero: {
    name: "arquero (generates code)",
    rows: 100_000,
    open: async (people) => {
      const { from } = await loadPeer<Arquero>("arquero");
      const table = from(people);
      return (condition) => () => Array.from(table.filter(arqueroSources[condition] ?? "").indices());
    },
  },
  filtrex: {
    name: "filtrex (generates code)",
    rows: 100_000,
    open: async (people) => {
      const { compileExpression } = await loadPeer<Filtrex>("filtrex");
      const options = { extraFunctions: textFunctions };
      return (condition) => eachPerson(people, compileExpression(filtrexSources[condition] ?? "", options));
    },
  },
};

const subscriptSources: Sources = {
  ...withSigns,
  "IF chain": 'age < 18 ? price < 20 : lower(status) == "open" ? quantity > 10 : member && price > 50',
  "IN list": "cities.includes(lower(city))",
  product: "price * quantity > 500",
  "three comparisons": "age >= 18 && quantity < 50 && discount < 0.3",
  CONTAINS: 'has(lower(name), "ann")',
  "ISO date": 'joinedOn >= "2016-07-18"',
};

const celJsSources: Sources = {
  ...cel,
  "date range": 'joinedOn >= "2011-01-26" && joinedOn < "2016-07-18"',
  product: "price * quantity > 500.0",
  "three comparisons": "age >= 18.0 && quantity < 50.0 && discount < 0.3",
  CONTAINS: 'lower(name).contains("ann")',
  "ISO date": 'joinedOn >= "2016-07-18"',
};

const read = (name: string) => ({ var: name });
const lower = (name: string) => ({ lower: [read(name)] });

const jsonLogic: Readonly<Record<string, object>> = {
  arithmetic: {
    and: [
      { ">=": [read("age"), 18] },
      { ">": [{ "*": [read("price"), read("quantity")] }, 500] },
      { "<": [read("discount"), 0.3] },
    ],
  },
  "text functions": {
    or: [
      { in: ["ann", lower("name")] },
      { "==": [{ substr: [lower("name"), 0, 2] }, "al"] },
      { ">": [{ len: [read("name")] }, 20] },
    ],
  },
  "date range": { and: [{ ">=": [read("joined"), 15_000] }, { "<": [read("joined"), 17_000] }] },
  "IF chain": {
    if: [
      { "<": [read("age"), 18] },
      { "<": [read("price"), 20] },
      { "==": [lower("status"), "open"] },
      { ">": [read("quantity"), 10] },
      { and: [read("member"), { ">": [read("price"), 50] }] },
    ],
  },
  "IN list": { in: [lower("city"), CITIES] },
};

const jexlSources: Sources = {
  ...withSigns,
  "IF chain": 'age < 18 ? price < 20 : (lower(status) == "open" ? quantity > 10 : (member && price > 50))',
  "IN list": 'lower(city) in ["oslo", "lima", "porto", "kyoto", "москва"]',
};

const mathSources: Sources = {
  ...withWords,
  "text functions": 'has(lower(name), "ann") or equalText(left(lower(name), 2), "al") or len(name) > 20',
  "IF chain":
    'age < 18 ? price < 20 : (equalText(lower(status), "open") ? quantity > 10 : (member and price > 50))',
  "IN list": 'isOneOf(lower(city), "oslo", "lima", "porto", "kyoto", "москва")',
};

const jsonataSources: Sources = {
  ...withWords,
  "text functions":
    '$contains($lowercase(name), "ann") or $substring($lowercase(name), 0, 2) = "al" or $length(name) > 20',
  "IF chain":
    'age < 18 ? price < 20 : ($lowercase(status) = "open" ? quantity > 10 : (member and price > 50))',
  "IN list": '$lowercase(city) in ["oslo", "lima", "porto", "kyoto", "москва"]',
};

/** A: name, B: age, C: city, D: status, E: price, F: quantity, G: discount, H: joined, I: member; `#` is the row. */
const sheetFormulas: Sources = {
  arithmetic: "=AND(B#>=18, E#*F#>500, G#<0.3)",
  "text functions": '=OR(ISNUMBER(SEARCH("ann", A#)), LEFT(A#, 2)="Al", LEN(A#)>20)',
  "date range": "=AND(H#>=15000, H#<17000)",
  "IF chain": '=IF(B#<18, E#<20, IF(D#="Open", F#>10, IF(I#, E#>50, FALSE())))',
  "IN list": '=OR(C#="Oslo", C#="Lima", C#="Porto", C#="Kyoto", C#="Москва")',
};

const arqueroSources: Sources = {
  arithmetic: "d => d.age >= 18 && d.price * d.quantity > 500 && d.discount < 0.3",
  "text functions":
    'd => op.includes(op.lower(d.name), "ann") || op.startswith(op.lower(d.name), "al") || op.length(d.name) > 20',
  "date range": "d => d.joined >= 15000 && d.joined < 17000",
  "IF chain":
    'd => d.age < 18 ? d.price < 20 : op.lower(d.status) == "open" ? d.quantity > 10 : d.member && d.price > 50',
  "IN list": 'd => op.includes(["oslo", "lima", "porto", "kyoto", "москва"], op.lower(d.city))',
};

const filtrexSources: Sources = {
  ...withWords,
  "text functions": 'has(lower(name), "ann") or left(lower(name), 2) == "al" or len(name) > 20',
  "IF chain":
    'if age < 18 then price < 20 else (if lower(status) == "open" then quantity > 10 else (member and price > 50))',
  "IN list": 'lower(city) in ("oslo", "lima", "porto", "kyoto", "москва")',
};

/** Runs a predicate over one person after the other. */
function eachPerson<P>(people: readonly P[], holds: (person: P) => unknown): Run {
  return () => {
    const matches: number[] = [];
    for (let position = 0; position < people.length; position++) {
      if (holds(people[position] as P) === true) matches.push(position);
    }
    return matches;
  };
}

export const peersFolder = resolve(import.meta.dirname, "../../peers");

/** Loads a package from a folder of peers, which are not installed with the project. CommonJS exports are under `default`. */
export async function loadPeer<T>(name: string, folder = peersFolder): Promise<T> {
  const path = createRequire(resolve(folder, "package.json")).resolve(name);
  return (await import(pathToFileURL(path).href)) as T;
}

// What is used of each engine.

export interface CelJs {
  readonly Environment: new () => CelEnvironment;
}

interface CelEnvironment {
  registerVariable(name: string, type: string): CelEnvironment;
  registerFunction(signature: string, run: (value: never) => unknown): CelEnvironment;
  parse(source: string): (context: object) => unknown;
}

interface JsonLogic {
  readonly LogicEngine: new () => {
    addMethod(name: string, method: (values: never) => unknown, options: object): void;
    run(logic: object, data: object): unknown;
  };
}

interface BufbuildCel {
  celEnv(options: object): object;
  celFunc(
    name: string,
    parameters: readonly unknown[],
    result: unknown,
    run: (text: string) => string,
  ): object;
  parse(source: string): object;
  plan(environment: object, parsed: object): (context: object) => unknown;
  readonly CelScalar: { readonly STRING: unknown };
}

interface Jexl {
  readonly default: {
    addFunction(name: string, run: (...values: never[]) => unknown): void;
    compile(source: string): { evalSync(context: object): unknown };
  };
}

interface MathJs {
  create(all: unknown): {
    import(functions: object): void;
    compile(source: string): { evaluate(scope: object): unknown };
  };
  readonly all: unknown;
}

export interface Jsonata {
  default(source: string): { evaluate(input: object): Promise<unknown> };
}

interface SheetEngine {
  readonly HyperFormula: {
    buildFromArray(
      rows: readonly (readonly unknown[])[],
      options: object,
    ): {
      setCellContents(address: object, cells: readonly (readonly string[])[]): void;
      getCellValue(address: object): unknown;
    };
  };
}

interface Arquero {
  from(rows: readonly object[]): { filter(criteria: string): { indices(): ArrayLike<number> } };
}

interface Filtrex {
  compileExpression(source: string, options: object): (person: object) => unknown;
}
