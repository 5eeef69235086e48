/** Why something was not undone. */
export function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  return reasons.map((reason) => (
    <p key={reason} className="problem" role="alert">
      {reason}
    </p>
  ));
}
