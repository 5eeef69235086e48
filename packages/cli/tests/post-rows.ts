/** A call to a server that may be gone: whether it was answered with success. What the server refuses is thrown. */
export async function postRows(
  address: string,
  key: string,
  table: string,
  call: { readonly Action: string; readonly Rows: readonly object[] },
): Promise<boolean> {
  const answer = await fetch(`${address}/tables/${table}/Action`, {
    method: "POST",
    headers: { ApplicationAccessKey: key, "Content-Type": "application/json" },
    body: JSON.stringify(call),
  }).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (answer === undefined || text === undefined || answer.status >= 500) return false;
  if (answer.status !== 200) throw new Error(`${JSON.stringify(call)} → ${answer.status} ${text}`);
  return true;
}
