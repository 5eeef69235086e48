/** Delivers what workflow rules ask for outside the application, and tells how far it is: `@tablewright/delivery`. */

export { MailRefused, type OutgoingMail, type SendMail } from "./attempt/send-mail.ts";
export {
  type OutgoingRequest,
  type ReceivedAnswer,
  type SendRequest,
  Undeliverable,
} from "./attempt/send-request.ts";
export type { Clock } from "./clock.ts";
export { type DeliveryLimits, defaultDeliveryLimits } from "./delivery-limits.ts";
export type { DeliveryOptions } from "./delivery-options.ts";
export { isPublicAddress } from "./node/is-public-address.ts";
export { makeFolder } from "./node/make-folder.ts";
export { type NodeSendOptions, nodeSend } from "./node/node-send.ts";
export { folderMail, type SmtpOptions, smtpMail } from "./node/smtp-mail.ts";
export { systemClock } from "./node/system-clock.ts";
export type { ChangedEvents, ChosenEvents, EventPlace } from "./operate/change-events.ts";
export { dropEvents } from "./operate/drop-events.ts";
export { eventOperator } from "./operate/event-operator.ts";
export { type EventChoice, listEvents } from "./operate/list-events.ts";
export type { ListedEvent, ListedState } from "./operate/listed-event.ts";
export { retryEvents } from "./operate/retry-events.ts";
export { type SchedulesOptions, startSchedules } from "./schedules/start-schedules.ts";
export { type Delivery, startDelivery } from "./start-delivery.ts";
