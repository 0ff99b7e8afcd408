export { measureCallerWebhooks } from './caller-webhook-metrics';
export { ChangeWebhookEndpoints, enableWebhookEndpoint, type EndpointValues } from './change-webhook-endpoints';
export { DeliverWebhooks } from './deliver-webhooks';
export { callerEventTypes, type CallerEventType } from './event-types';
export { examineEndpoints } from './examine-endpoints';
export { deleteEndedDeliveries, watchFailingEndpoints } from './failing-endpoints';
export { deliveryStatuses, listWebhookDeliveries, resendDelivery, type DeliveryStatus, type WebhookDelivery } from './webhook-deliveries';
export {
  findWebhookEndpoint,
  listWebhookEndpoints,
  type DisabledReason,
  type EndpointStatus,
  type WebhookEndpoint,
} from './webhook-endpoint';
