import { type AccessKey, type AppDefinition, keyState, mayCall, mayReach } from "@tablewright/core";

/**
 * A command line that finds the rows of a table and works as pasted into a shell, at an instant in milliseconds. Unless
 * `showsKey` is set, the shell puts the key in from its variable TABLEWRIGHT_KEY; undefined when no key may find anything.
 */
export function curlLine(
  address: string,
  app: AppDefinition,
  now: number,
  showsKey: boolean,
): string | undefined {
  const choices = app.api.accessKeys
    .filter((key) => mayFind(key, now))
    .map((key) => ({ key: key.key, table: [...app.tables.keys()].find((table) => mayReach(key, table)) }))
    .filter(({ table }) => table !== undefined);
  const choice = choices.find(({ key }) => key !== undefined) ?? choices[0];
  if (choice?.table === undefined) return undefined;
  const url = `${address}/api/v2/apps/${pathPart(app.id)}/tables/${pathPart(choice.table)}/Action`;
  const isShown = showsKey && choice.key !== undefined;
  const key = isShown
    ? quote(`ApplicationAccessKey: ${choice.key}`)
    : '"ApplicationAccessKey: $TABLEWRIGHT_KEY"';
  const type = quote("Content-Type: application/json");
  return `curl -s ${quote(url)} -H ${key} -H ${type} -d ${quote('{"Action": "Find"}')}`;
}

function mayFind(key: AccessKey, now: number): boolean {
  return keyState(key, now) === "in use" && mayCall(key, "Find");
}

function pathPart(part: string): string {
  return encodeURIComponent(part).replaceAll("'", "%27");
}

/** Between single quotes a shell changes nothing; a single quote itself is written outside of them. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
