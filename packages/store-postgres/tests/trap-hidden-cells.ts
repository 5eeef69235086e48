/** Lets our functions fail that PostgreSQL calls on what only a hidden row can hold. */
import { HIDDEN_MARK, HIDDEN_NUMBERS } from "@tablewright/engine-tests";
import { ask } from "./temporary-schema.ts";

/** Puts a function in the place of each of ours in the schema that looks at what it is given before it calls the other. */
export async function trapHiddenCells(schema: string): Promise<void> {
  const functions = await ask(
    `select proname::text as name, pg_get_function_result(pg_proc.oid) as result,
            proargtypes::regtype[]::text[] as types
       from pg_proc join pg_namespace on pg_namespace.oid = pronamespace join pg_language on pg_language.oid = prolang
      where nspname = $1 and lanname = 'plpgsql'`,
    [schema],
  );
  if (functions.length === 0) throw new Error("The schema has no functions of ours.");
  for (const one of functions) await ask(trapFor(schema, one as unknown as FunctionOfSchema));
}

interface FunctionOfSchema {
  readonly name: string;
  readonly result: string;
  readonly types: readonly string[];
}

function trapFor(schema: string, { name, result, types }: FunctionOfSchema): string {
  const tests = types.map((type, at) =>
    type === "text"
      ? `position('${HIDDEN_MARK}' in lower($${at + 1})) > 0`
      : `$${at + 1} between ${HIDDEN_NUMBERS.least} and ${HIDDEN_NUMBERS.most}`,
  );
  const given = types.map((_, at) => `$${at + 1}`).join(", ");
  return `
    alter function "${schema}"."${name}"(${types.join(", ")}) rename to "${name}_untrapped";
    create function "${schema}"."${name}"(${types.join(", ")}) returns ${result} language plpgsql immutable strict as $body$
    begin
      if ${tests.join(" or ")} then
        raise exception '${name} was called on a cell of a hidden row: %', left($1::text, 40);
      end if;
      return "${schema}"."${name}_untrapped"(${given});
    end $body$`;
}
