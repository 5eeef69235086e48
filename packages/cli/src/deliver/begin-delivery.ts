import type { Store } from "@tablewright/core/storage";
import {
  type Delivery,
  folderMail,
  nodeSend,
  type SendMail,
  smtpMail,
  startDelivery,
  systemClock,
} from "@tablewright/delivery";
import { drawNumber } from "../draw-number.ts";
import type { OperatorLog } from "../log/operator-log.ts";
import type { SettingValues } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";

/** Begins to deliver the events of a store, with the clock, the network and the environment of this process. */
export function beginDelivery(
  store: Store,
  options: Pick<SettingValues, "allowPrivateTargets" | "smtp" | "mailFrom" | "mailFolder">,
  { environment }: Pick<Terminal, "environment">,
  log: OperatorLog,
): Delivery {
  return startDelivery({
    store,
    clock: systemClock,
    random: drawNumber,
    secrets: (name) => environment[name],
    send: nodeSend(options.allowPrivateTargets ? { allows: () => true } : {}),
    mail: mailOf(options),
    log: log.note,
  });
}

function mailOf({
  smtp,
  mailFrom,
  mailFolder,
}: Pick<SettingValues, "smtp" | "mailFrom" | "mailFolder">): SendMail | undefined {
  if (mailFolder !== undefined) return folderMail(mailFolder, mailFrom);
  return smtp === undefined ? undefined : smtpMail({ url: smtp, from: mailFrom });
}
