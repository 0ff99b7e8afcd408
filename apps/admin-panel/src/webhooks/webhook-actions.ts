import type { WebhookDelivery, WebhookEndpoint } from '../api/representations';
import { readAll } from '../data/read-all';
import type { Action } from '../ui/action';
import type { Bulk } from '../ui/bulk';

/** An endpoint with the connection that it belongs to. */
export type EndpointOf = WebhookEndpoint & { connectionId: string };

/** A delivery with the path of its endpoint. */
export type DeliveryOf = WebhookDelivery & { endpointPath: string };

type PlacedEndpoint = Pick<EndpointOf, 'id' | 'connectionId' | 'status'>;

export const pathOf = ({ connectionId, id }: PlacedEndpoint) => `connections/${connectionId}/webhook-endpoints/${id}`;

export const enableEndpoint: Action<PlacedEndpoint> = {
  label: 'webhooks.enable',
  title: 'webhooks.enableTitle',
  text: ({ t }, { status }) => t(status === 'paused' ? 'webhooks.enablePausedText' : 'webhooks.enableText'),
  done: 'webhooks.enableDone',
  request: (endpoint) => ['POST', `${pathOf(endpoint)}/enable`],
};

/** Without a question: receivers know an event that they had already by its id. */
export const sendAgain: Action<DeliveryOf> = {
  label: 'webhooks.sendAgain',
  done: 'webhooks.sentAgain',
  request: ({ endpointPath, id }) => ['POST', `${endpointPath}/deliveries/${id}/resend`],
};

const maxResent = 500;

export const resendAll = (endpoint: EndpointOf): Bulk<WebhookDelivery> => ({
  title: 'bulk.resend',
  text: 'bulk.resendText',
  action: 'bulk.resend',
  none: 'bulk.resendNone',
  load: () => readAll<WebhookDelivery>(`${pathOf(endpoint)}/deliveries`, { status: 'failed' }, maxResent),
  request: ({ id }) => ['POST', `${pathOf(endpoint)}/deliveries/${id}/resend`],
  nameOf: ({ event_type: type, created_at: at }) => `${type}, ${at}`,
});
