import type { TemplateVariable } from "../app-definition.ts";

/** Every variable of templates. */
export const templateVariables: readonly TemplateVariable[] = [
  "_APPID",
  "_APPNAME",
  "_APPOWNER",
  "_NOW",
  "_ROWKEY",
  "_RULENAME",
  "_TABLENAME",
  "_TODAY",
  "_UPDATEMODE",
  "_USEREMAIL",
];
