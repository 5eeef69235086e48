import type { AccessKey } from "../app-definition.ts";

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
    as: undefined,
    runAs: true,
    ...differences,
  };
}
