/** What the status of an answer means for its event. */
export type Verdict = "delivered" | "retry" | "final";

/** Anything else may change: keys are corrected, receivers are deployed, hosts recover. */
export function judgeStatus(status: number): Verdict {
  if (status >= 200 && status < 300) return "delivered";
  return FINAL.has(status) ? "final" : "retry";
}

/** The same request will never be taken. */
const FINAL: ReadonlySet<number> = new Set([
  400, // Bad Request
  405, // Method Not Allowed
  410, // Gone: the receiver wants no more of it
  411, // Length Required
  413, // Content Too Large
  414, // URI Too Long
  415, // Unsupported Media Type
  422, // Unprocessable Content
  431, // Request Header Fields Too Large
  451, // Unavailable For Legal Reasons
  501, // Not Implemented
  505, // HTTP Version Not Supported
]);
