import type { Terminal } from "../terminal.ts";

/**
 * Takes hang-ups from now on, so that one that comes while applications are being opened does not end the process: the
 * listener that is handed in later is called for it at once.
 */
export function hangUps({ onHangUp }: Pick<Terminal, "onHangUp">): (listener: () => void) => void {
  let listener: (() => void) | undefined;
  let isDue = false;
  onHangUp?.(() => {
    if (listener === undefined) isDue = true;
    else listener();
  });
  return (next) => {
    listener = next;
    if (isDue) next();
  };
}
