import type { Engine } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import {
  type Delivery,
  folderMail,
  nodeSend,
  type SendMail,
  smtpMail,
  startDelivery,
  startSchedules,
  systemClock,
} from "@tablewright/delivery";
import type { OperatorLog } from "../log/operator-log.ts";
import { drawNumber } from "../platform.ts";
import type { SettingValues } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";

/** An application whose events are delivered. */
interface Delivered {
  readonly store: Store;
  /** By the definition as it now is. */
  readonly engine: () => Engine;
}

/**
 * Begins to deliver the events of a store and to run the schedules of its application, with the clock, the network and the
 * environment of this process.
 */
export function beginDelivery(
  { store, engine }: Delivered,
  options: Pick<SettingValues, "allowPrivateTargets" | "smtp" | "mailFrom" | "mailFolder">,
  { environment }: Pick<Terminal, "environment">,
  log: OperatorLog,
): Delivery {
  const delivery = startDelivery({
    store,
    clock: systemClock,
    random: drawNumber,
    secrets: (name) => environment[name],
    send: nodeSend(options.allowPrivateTargets ? { allows: () => true } : {}),
    mail: mailOf(options),
    order: () => engine().eventOrder,
    steps: engine().steps,
    log: log.note,
  });
  const schedules = startSchedules({ engine, clock: systemClock, log: log.note, whenRun: delivery.wake });
  return {
    wake: delivery.wake,
    stop: async (hurried) => {
      await schedules.stop();
      await delivery.stop(hurried);
    },
  };
}

function mailOf({
  smtp,
  mailFrom,
  mailFolder,
}: Pick<SettingValues, "smtp" | "mailFrom" | "mailFolder">): SendMail | undefined {
  if (mailFolder !== undefined) return folderMail(mailFolder, mailFrom);
  return smtp === undefined ? undefined : smtpMail({ url: smtp, from: mailFrom });
}
