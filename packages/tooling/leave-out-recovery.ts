import type { Plugin } from "esbuild";

/** What is published does not carry how Chevrotain's parsers go on behind an error: ours end at the first one. */
export const leaveOutRecovery: Plugin = {
  name: "leave-out-recovery",
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]chevrotain[\\/]lib[\\/]src[\\/]parse[\\/]parser[\\/]traits[\\/]recoverable\.js$/ },
      () => ({
        contents: NO_RECOVERY,
        loader: "js",
      }),
    );
  },
};

/** What parsers ask before they would recover, and call in any case. */
const NO_RECOVERY = `
export const IN_RULE_RECOVERY_EXCEPTION = "InRuleRecoveryException";
export class Recoverable {
  initRecoverable({ recoveryEnabled }) {
    if (recoveryEnabled) throw new Error("Parsers do not recover from errors here.");
    this.recoveryEnabled = false;
  }
  attemptInRepetitionRecovery() {}
}
`;
