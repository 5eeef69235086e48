import { randomBytes } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { type AppDefinition, accessKey } from "@tablewright/core";

/** A random access key of 128 bits, after a word that says what the key is for. */
export function makeAccessKey(word: string): string {
  return `${word}-${randomBytes(16).toString("hex")}`;
}

/** The definition, with a random key for this run, or the one that was made for it before, when it has none of its own. */
export function ensureAccessKey(
  definition: AppDefinition,
  before?: string,
): {
  readonly definition: AppDefinition;
  readonly madeKey: string | undefined;
} {
  const { api } = definition;
  if (api.accessKeys.length > 0) return { definition, madeKey: undefined };
  const madeKey = before ?? makeAccessKey("dev");
  return {
    definition: {
      ...definition,
      api: { ...api, accessKeys: [accessKey({ name: "this run", key: madeKey })] },
    },
    madeKey,
  };
}

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

/** Whether an address to listen on is reached only from this machine. A name other than localhost may be any machine's. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === "localhost") return true;
  return LOOPBACK.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
