import { Example, exampleWebhookEndpoint, WebhookEndpointRepresentation } from '@sync/http-api';

const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

@Example<NewWebhookEndpoint>({ ...exampleWebhookEndpoint, last_delivered_at: null, secret: exampleSecret })
export class NewWebhookEndpoint extends WebhookEndpointRepresentation {
  /** Verifies what arrives. Shown only once. whsec_ and 32 bytes in base64. */
  secret: string;
}

@Example<RotatedWebhookSecret>({ secret: exampleSecret })
export class RotatedWebhookSecret {
  /** Shown only once. */
  secret: string;
}
