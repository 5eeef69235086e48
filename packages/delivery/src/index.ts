/** Delivers the webhooks and mails of workflow rules and reports their state: `@tablewright/delivery`. */

export type { Clock, DeliveryOptions } from "./delivery-options.ts";
export {
  type DeliveryLimits,
  defaultDeliveryLimits,
  MailRefused,
  type OutgoingMail,
  type OutgoingRequest,
  type ReceivedAnswer,
  type SendMail,
  type SendRequest,
  Undeliverable,
} from "./delivery-options.ts";
export { type Delivery, startDelivery } from "./delivery-worker.ts";
export { makeFolder } from "./node/make-folder.ts";
export { isPublicAddress, type NodeSendOptions, nodeSend, systemClock } from "./node/node-send.ts";
export { folderMail, type SmtpOptions, smtpMail } from "./node/smtp-mail.ts";
export type { EventChanges, EventPlace, EventSelection } from "./operate/change-events.ts";
export { dropOutboxEvents, eventOperator, retryOutboxEvents } from "./operate/change-events.ts";
export type { ListedEvent, ListedState } from "./operate/list-events.ts";
export { type EventFilter, listOutboxEvents } from "./operate/list-events.ts";
export { type SchedulesOptions, startSchedules } from "./schedules/start-schedules.ts";
