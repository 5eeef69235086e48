import { type Diagnostic, diagnose } from "../../../diagnostics/index.ts";
import type { AppDefinition } from "../../../schema/index.ts";
import { type RequestProperty, requestProperties } from "../../properties/index.ts";
import type { Properties } from "../request.ts";

/** A warning for each property that is for another action: who sends it expects other rows, or another end of the call. */
export function ignoredProperties(
  app: AppDefinition,
  action: string,
  sent: Properties,
): readonly Diagnostic[] {
  return OF_ONE_ACTION.filter(
    ({ property, only }) =>
      only !== action && Object.hasOwn(sent, property.name) && !isLeftOut(property, sent[property.name], app),
  ).map(({ property: { name }, only }) =>
    diagnose("request/ignored-property", {
      message: `"${name}" is for the action "${only}", and this is "${action}".`,
    }),
  );
}

const OF_ONE_ACTION = requestProperties.flatMap((property) => {
  const only = property.readWith === "Find" ? "Find" : property.only;
  return only === undefined ? [] : { property, only };
});

function isLeftOut({ read }: RequestProperty, value: unknown, app: AppDefinition): boolean {
  const { output, diagnostics } = read(value, app);
  return diagnostics.length === 0 && (output === undefined || output === false);
}
