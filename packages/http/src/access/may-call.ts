import type { AccessKey } from "@tablewright/core";

/** Whether a key may call an operation or an action of the application; a key that names none may call all. */
export function mayCall({ actions }: AccessKey, name: string): boolean {
  return actions === undefined || actions.some((one) => one.toLowerCase() === name.toLowerCase());
}
