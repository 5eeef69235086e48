import type {
  FunctionExample,
  HostFunctionDefinition,
  OwnFunction,
} from "../../decisions/compile-functions.ts";
import type { RuleSet } from "../../decisions/decision.ts";
import type { ReadTable } from "../../decisions/table-file.ts";
import type { CheckedExpression, ExpressionScope, SliceScope, TableScope } from "../../expression/parts.ts";
import type { OwnType } from "../../yaml/object-types.ts";
import type { TableSource } from "../text/table-source.ts";
import type { ColumnDefinition, StoredColumnDefinition } from "./column-definition.ts";
import type { Retention, RunsDefinition } from "./retention.ts";

/** An application as loaded: every name resolved, every expression checked, every default filled in. */
export interface AppDefinition {
  readonly id: string;
  readonly name: string;
  /** Another one for each text of a definition: its hash, by which the journal names it. */
  readonly version: string;
  readonly written: SourceTexts;
  readonly owner: string | undefined;
  readonly locale: string;
  /** IANA or Windows name, as declared. */
  readonly timezone: string;
  readonly blanks: "consistent" | "legacy";
  /** Whether the initial values of a new row are computed before what is sent is put in, or after it and see it. */
  readonly initialValues: "beforeRequest" | "afterRequest";
  readonly runs: RunsDefinition;
  readonly keep: Retention;
  /** USERROLE() by email address, each folded as texts are when they are compared. */
  readonly roles: ReadonlyMap<string, string>;
  readonly api: ApiDefinition;
  /** In the definition's order, as are the maps below. No table and no slice share a name. */
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly slices: ReadonlyMap<string, SliceDefinition>;
  readonly actions: ReadonlyMap<string, ActionDefinition>;
  /** In the order in which they run: those of a higher priority first, else as the definition has them. */
  readonly rules: ReadonlyMap<string, RuleDefinition>;
  readonly decisions: ReadonlyMap<string, DecisionDefinition>;
  /** Functions whose code is of a program, by their names in capitals. */
  readonly functions: ReadonlyMap<string, HostFunctionDefinition>;
  /** The functions that it declares, in the order of the text. */
  readonly ownFunctions: readonly OwnFunction[];
  /** The object types that it names. */
  readonly ownTypes: readonly OwnType[];
  /** What calls of its functions are to give, in the order of the text. */
  readonly examples: readonly FunctionExample[];
  /** The names that expressions of the definition read by INPUT. */
  readonly inputs: ReadonlySet<string>;
  /** Whether changes of any table are recorded. */
  readonly hasHistory: boolean;
  /** What an expression without a current row can name, such as a Selector. */
  readonly scope: ExpressionScope;
}

/** What a definition was loaded from, as a store may keep it. */
export interface SourceTexts {
  /** Each access key that is written in it is replaced by "withheld". */
  readonly text: string;
  /** What the files of decision tables gave, by their names. */
  readonly files: Readonly<Record<string, ReturnType<ReadTable>>>;
}

/** A decision that expressions call as a function by its name, and callers of the application on facts of their own. */
export interface DecisionDefinition {
  readonly name: string;
  readonly description: string | undefined;
  /** Its parameters as facts, and the decision as the only one. */
  readonly set: RuleSet;
  /** What a call in an expression comes to, about the row of the parameters; undefined where it has no output. */
  readonly body: CheckedExpression | undefined;
  /** Those that its expressions, its parameters and its outputs read or refer to, by their names. */
  readonly tables: ReadonlySet<string>;
}

export interface ApiDefinition {
  readonly enabled: boolean;
  readonly accessKeys: readonly AccessKey[];
  /** Which actions a call may name: `spec` is Data and Grouped ones, `dataChange` every one that changes data. */
  readonly invocable: "spec" | "dataChange";
  /** How people sign in with tokens of a provider, besides access keys; undefined is not at all. */
  readonly signIn: SignInSettings | undefined;
}

/** Whose tokens are taken, what of them counts, and what people may do with them. */
export interface SignInSettings {
  /** The provider, as its tokens name it in `iss`. */
  readonly issuer: string;
  /** What tokens for this application name in `aud`. */
  readonly audience: string;
  /** Where the provider's keys are; undefined is where its own description says. */
  readonly jwks: string | undefined;
  /** The claim that has the e-mail address of the person. */
  readonly email: string;
  /** The claim that has the role; undefined leaves it to the definition's `roles`. */
  readonly role: string | undefined;
  /** Claims that are settings of the person, which no call can give another value. */
  readonly settings: readonly string[];
  /** Seconds by which the clocks of the provider and the server may differ. */
  readonly clockSkew: number;
  /** The roles of people who may change the definition, where the server lets them. */
  readonly editDefinition: readonly string[];
  /** What people may call and reach, as of an access key. */
  readonly actions: readonly string[] | undefined;
  readonly tables: readonly string[] | undefined;
}

/** A key of the web API. `sha256` is 64 lower-case hexadecimal digits; a plain key of the file is kept only as its `key`. */
export interface AccessKey {
  readonly name: string;
  readonly sha256: string | undefined;
  readonly key: string | undefined;
  /** ISO date; the key stops working when the day begins (UTC). */
  readonly expires: string | undefined;
  readonly disabled: boolean;
  /** The actions it may call; undefined is all. */
  readonly actions: readonly string[] | undefined;
  /** The tables and slices it may reach; undefined is all. */
  readonly tables: readonly string[] | undefined;
  /** Whether it may read what was recorded of the rows that it may find. */
  readonly history: boolean;
  /** Whether it may see the outbox past every security filter, send events again and give them up. */
  readonly events: boolean;
  /** Whether it may run the tests of the definition and see what came of them. */
  readonly tests: boolean;
  /** Whether it may take back what calls of any caller have changed. */
  readonly undo: boolean;
  /** Whether it may change the definition, where the server lets it. */
  readonly editDefinition: boolean;
  /** The e-mail address its calls are made for; undefined is the owner. */
  readonly as: string | undefined;
  /** Whether its calls may name another identity; `caller`: they have to name one. */
  readonly runAs: boolean | "caller";
}

export type UpdateMode = "add" | "edit" | "delete";

/** The changes that are allowed: a fixed set, or what an expression says when a call is made. */
export interface Updates {
  /** Empty where an expression decides. */
  readonly updates: ReadonlySet<UpdateMode>;
  /** Gives a text such as READ_ONLY without a row; `updateModesOf` says what it allows. */
  readonly updatesExpression: CheckedExpression | undefined;
}

export interface TableDefinition extends Updates {
  readonly name: string;
  /** The table or view of a database of another program that its rows lie in. */
  readonly source: TableSource | undefined;
  /** The name that it had before. */
  readonly was: string | undefined;
  /** The columns of its rows in order; Show columns, which are never in rows, are left out. */
  readonly columns: readonly ColumnDefinition[];
  /** Those of its columns that are cells of its rows, in their order. */
  readonly storedColumns: readonly StoredColumnDefinition[];
  /** The key columns, in the order in which the definition names them. */
  readonly key: readonly StoredColumnDefinition[];
  /** What a row is called by: the declared label, else the first key column. */
  readonly label: ColumnDefinition;
  /** A row for which it is not TRUE does not exist for the caller. */
  readonly securityFilter: CheckedExpression | undefined;
  /** Whether a row that is added or edited must still exist for the caller afterwards. */
  readonly withCheck: boolean;
  readonly rowNumbers: "position" | "stable";
  /** Whether a value of the source that has no counterpart is an error when it is read, and not a blank with a warning. */
  readonly strictValues: boolean;
  /** Whether `all` workflow rules run that a change meets, or only the `first` of them. */
  readonly hit: "all" | "first";
  /** How its changes are recorded; undefined is not at all. */
  readonly history: HistoryDefinition | undefined;
  /** How expressions see the table: its columns by position in a row. */
  readonly scope: TableScope;
  /** Columns with a formula, virtual ones included, and change columns: each after those it reads or watches. */
  readonly formulaOrder: readonly ColumnDefinition[];
  /** The columns that number its rows. */
  readonly autoNumbered: readonly StoredColumnDefinition[];
}

/** How the changes of a table's rows are recorded. */
export interface HistoryDefinition {
  /** Milliseconds that a change is kept at least. */
  readonly keep: number;
  /** Whether the values of sensitive columns are recorded, and not only that they have changed. */
  readonly sensitive: boolean;
}

/** A table seen through a condition, under a name of its own. */
export interface SliceDefinition extends Updates {
  readonly name: string;
  readonly table: TableDefinition;
  readonly filter: CheckedExpression | undefined;
  /** The columns it shows, in the order in which the slice names them. */
  readonly columns: readonly ColumnDefinition[];
  readonly storedColumns: readonly StoredColumnDefinition[];
  readonly scope: SliceScope;
}

/** What can be done to a row of a table by name. No action leads back to itself. */
export interface ActionDefinition {
  readonly name: string;
  readonly table: TableDefinition;
  /** The action passes over a row for which it is not TRUE. */
  readonly condition: CheckedExpression | undefined;
  readonly effect: ActionEffect;
}

/** Actions are named, and found among those of the application; those of a group are on the same table. */
export type ActionEffect =
  | { readonly kind: "set"; readonly set: readonly Assignment[] }
  | { readonly kind: "run"; readonly actions: readonly string[] }
  | { readonly kind: "addRow"; readonly table: TableDefinition; readonly set: readonly Assignment[] }
  | { readonly kind: "deleteRow" }
  | {
      readonly kind: "onRows";
      readonly table: TableDefinition;
      /** A list of Refs to the table, computed on the row of the action. */
      readonly rows: CheckedExpression;
      readonly action: string;
    };

/** A column and what it becomes, computed on the row of the action; a value of the column's type. */
export interface Assignment {
  readonly column: StoredColumnDefinition;
  readonly value: CheckedExpression;
}

/** What follows, by itself, from a change to a row, or is done by the clock. */
export interface RuleDefinition {
  readonly name: string;
  readonly table: TableDefinition;
  /** The slice of the table that it watches instead of all rows. */
  readonly slice: SliceDefinition | undefined;
  /** Empty where a schedule says when it runs. */
  readonly on: ReadonlySet<UpdateMode>;
  readonly schedule: Schedule | undefined;
  /** Read on the row after the change (of a deleted row, before it), with the row before it in memory. */
  readonly condition: CheckedExpression | undefined;
  /** Those of a higher priority run first. */
  readonly priority: number;
  readonly steps: readonly RuleStepDefinition[];
}

/** When a rule runs for the rows that meet its condition. */
export interface Schedule {
  /** A cron expression of five fields, or a nickname such as `@daily`. */
  readonly cron: string;
  /** A name that `zoneOf` gives. */
  readonly zone: string;
  /** Whether it runs only for the first of the rows. */
  readonly once: boolean;
}

export type RuleStepDefinition =
  | { readonly kind: "action"; readonly action: string }
  /** The whole call is refused with this message. */
  | { readonly kind: "refuse"; readonly message: string }
  | EffectStep;

/** The kinds of steps besides actions. */
export const otherStepKinds = [
  "webhook",
  "email",
  "refuse",
] as const satisfies readonly RuleStepDefinition["kind"][];

/** A step whose effect leaves with the commit, by the outbox. */
export type EffectStep =
  | { readonly kind: "webhook"; readonly effect: WebhookDefinition }
  | { readonly kind: "email"; readonly effect: EmailDefinition };

export interface WebhookDefinition {
  readonly url: Template;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers: ReadonlyMap<string, Template>;
  readonly body: Template | undefined;
  /** Where the secret that signs it comes from, such as `env:HOOK_SECRET`. */
  readonly secret: string | undefined;
  /** Whether the events of one row are sent one after the other, in their order. */
  readonly isInOrder: boolean;
}

/** A mail about a row that changed. Addresses are lists with commas between them. */
export interface EmailDefinition {
  readonly to: Template;
  readonly cc: Template | undefined;
  readonly bcc: Template | undefined;
  /** Undefined is the sender that the worker is set up with. */
  readonly from: Template | undefined;
  readonly replyTo: Template | undefined;
  readonly subject: Template;
  /** Undefined where the mail has only HTML, whose text is then derived. */
  readonly body: Template | undefined;
  readonly html: Template | undefined;
  readonly attachments: readonly AttachmentDefinition[];
  /** As of a webhook. */
  readonly isInOrder: boolean;
}

/** Rows that a row names, as a CSV file. */
export interface AttachmentDefinition {
  readonly name: Template;
  readonly table: TableDefinition;
  /** Gives a list of Refs to the table. */
  readonly rows: CheckedExpression;
  /** In the order of the file. */
  readonly columns: readonly ColumnDefinition[];
}

/** A text with `<<…>>` in it, read on the row that changed. */
export type Template = readonly TemplatePart[];

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | TemplateValue
  | { readonly kind: "variable"; readonly name: TemplateVariable }
  | TemplateRows
  | TemplateChoice;

interface TemplateValue {
  readonly kind: "value";
  readonly expression: CheckedExpression;
  /** Whether the value is HTML, which is not escaped: `<<Html: …>>`. */
  readonly isHtml: boolean;
}

/** `<<Start: …>> … <<End>>`: its parts once for each row of a list. Expressions in it have one more row around them. */
export interface TemplateRows {
  readonly kind: "rows";
  /** Gives a list of Refs to the table, or of objects where there is none. */
  readonly rows: CheckedExpression;
  readonly table: string | undefined;
  readonly parts: Template;
}

/** `<<If: …>> … <<Else>> … <<EndIf>>`: its parts where the condition is TRUE, else those of `otherwise`. */
interface TemplateChoice {
  readonly kind: "choice";
  readonly condition: CheckedExpression;
  readonly parts: Template;
  readonly otherwise: Template;
}

/** What a template can say of the call and the rule, written `<<_RULENAME>>`. */
export type TemplateVariable =
  | "_APPID"
  | "_APPNAME"
  | "_APPOWNER"
  | "_NOW"
  | "_ROWKEY"
  | "_RULENAME"
  | "_TABLENAME"
  | "_TODAY"
  | "_UPDATEMODE"
  | "_USEREMAIL";

/** A key with the rights of one of which the definition says no more: every call, table and history, as the owner or another. */
export function accessKey({ name, ...differences }: Pick<AccessKey, "name"> & Partial<AccessKey>): AccessKey {
  return {
    name,
    sha256: undefined,
    key: undefined,
    expires: undefined,
    disabled: false,
    actions: undefined,
    tables: undefined,
    history: true,
    events: false,
    tests: false,
    undo: false,
    editDefinition: false,
    as: undefined,
    runAs: true,
    ...differences,
  };
}

/** Names of tables, each after those that its Refs point at; in a circle of Refs the definition's order counts. */
export function orderTables({ tables }: AppDefinition): readonly string[] {
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const visit = (name: string): void => {
    if (begun.has(name)) return;
    begun.add(name);
    for (const { type } of tables.get(name)?.storedColumns ?? [])
      if (type.kind === "Ref" && type.table !== name) visit(type.table);
    ordered.add(name);
  };
  for (const name of tables.keys()) visit(name);
  return [...ordered];
}

/** Characters of a key value; the engine refuses a longer one with `limit/key-length`. */
export const LONGEST_KEY = 1_024;
