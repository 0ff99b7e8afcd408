import type { IntegrationConnection, Observation, ShopCheck } from '@sync/integration-contract';
import { credentialText } from '../../mapping/credentials';
import { good, notice } from '../../shop-doctor/observations';

/** The platform has no webhooks, and the service handles none of a module: all that is known is what the connection holds. */
export function webhooksCheck(connection: IntegrationConnection): ShopCheck {
  return {
    name: 'webhooks',
    title: 'The shop needs no webhooks',
    look: async () => lookAtSecret(credentialText(connection, 'webhook_secret')),
  };
}

function lookAtSecret(secret: string): Observation {
  if (secret === '') return good('Changes come with the schedule: no delivery URL and no secret are to be entered in the shop.');
  return notice(
    'The connection has a webhook secret.',
    'This service handles no webhooks of this platform: one that is signed with the secret is accepted, and ends as failed work.',
    'Let the module of the shop send none, and leave its delivery URL and secret empty. Changes come with the schedule.',
  );
}
