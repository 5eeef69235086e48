import { Option } from "commander";

/** The option of every command that sends webhooks; an environment may say the same. */
export function allowPrivateTargets(): Option {
  return new Option(
    "--allow-private-targets",
    `send webhooks to this machine and to private networks too; so does ${ALLOW_PRIVATE_TARGETS}=true in the environment`,
  );
}

export const ALLOW_PRIVATE_TARGETS = "TABLEWRIGHT_ALLOW_PRIVATE_TARGETS";
