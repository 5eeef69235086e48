import type { AppDefinition } from "@tablewright/core";

/** Why a definition is not served to other machines: everybody who reads the file has its key. Undefined when it has none such. */
export function plainKeyRefusal(
  file: string,
  { accessKeys }: Pick<AppDefinition["api"], "accessKeys">,
): string | undefined {
  const plain = accessKeys.find(({ key }) => key !== undefined);
  return (
    plain &&
    `${file}: The access key "${plain.name}" is in the file as plain text, and other machines could reach the server. Put its SHA-256 in the file, or take it as it is with --allow-plain-keys.`
  );
}
