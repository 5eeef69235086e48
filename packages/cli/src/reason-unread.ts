/** Why a file could not be read, in words for the person who named it. */
export function reasonUnread(error: unknown): string {
  return REASONS[(error as NodeJS.ErrnoException).code ?? ""] ?? (error as Error).message;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};
