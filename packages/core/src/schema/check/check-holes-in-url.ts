import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/**
 * Reports a hole in the scheme, the host or the port of a URL, where a row could choose who is called. The host ends at the
 * first sign that begins a path, a query or a fragment; before a hole it must have ended, and not be blank.
 */
export function checkHolesInUrl(report: DefinitionReport, path: Path, url: string): void {
  const open = url.indexOf("<<");
  if (open === -1 || !/^https?:\/\//i.test(url) || HOST.test(url.slice(0, open))) return;
  report.reportWithin(path, "definition/hole-in-host", {}, { start: open, end: open + "<<".length });
}

/** Without the backslash and the blanks that readers of URLs take for something else. */
const HOST = /^https?:\/\/[^/?#\\\s<>]+[/?#]/i;
