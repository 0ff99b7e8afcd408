import type { ApiDescription } from '@sync/http-api';
import { feedSchemas } from '../records/record-page-schema';
import { callerEventSchemas, callerWebhooks } from './caller-events';
import { clientMethods } from './client-methods';
import { webhookPaths } from './webhook-operation';

const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'sca_…', description: 'An access token of a connection.' } as const;

/** /api/openapi.json and the reference at /api/docs. */
export const apiDescription: ApiDescription = {
  path: '/api',
  title: 'Connection synchronisation: connection API',
  description: `Connects companies with their shops and serves the shops’ customers, orders and products.

- Bodies are JSON, members are snake_case, ids are UUIDs. Times of the service are ISO 8601 in UTC, amounts integers in hundredths.
- Errors are \`application/problem+json\`: branch on \`type\`, which is also the address of a page with cause and remedy.
- Unknown query parameters are refused with 422; unknown members of a body are ignored.
- Lists page by cursor. \`X-Request-Id\` is taken or generated, and returned.`,
  tags: [
    { name: 'Handshake', description: 'Linking a company, its systems and its shops: by callers (connect) and by plugins (register).' },
    { name: 'Connections', description: "A tenant's connections, and what callers do with the shops among them." },
    { name: 'Syncs', description: 'Runs that fetch the records of a shop.' },
    { name: 'Records', description: 'The records feed: every change of every shop that the caller may read, exactly once.' },
    { name: 'Webhook endpoints', description: 'Where callers want to hear of events, signed by Standard Webhooks.' },
    { name: 'Notification addresses', description: 'Who gets a mail when the link to a shop breaks.' },
    { name: 'Privacy', description: 'The rights of a person whom records name: erasure, and a copy of what is stored.' },
    { name: 'Access tokens', description: "Replacing and revoking the bearer's token." },
    { name: 'Widget', description: 'What the widgets and plugins call with a token of one connection. Open to pages of any origin.' },
    { name: 'Webhooks', description: 'What shops call when a record changes.' },
  ],
  securitySchemes: { accessToken: bearer },
  credential: {
    name: 'Access token',
    header: 'authorization: Bearer sca_…',
    otherProofs: { receiveWebhook: 'A signature instead of a token.' },
  },
  firstCall: {
    operationId: 'connect',
    text: `Creates a company with one connection, and returns its token. It needs no token itself.

Samples below use a \`client\` with that token: \`new ConnectionSync({ baseUrl, token })\`.`,
    setup: `import { ConnectionSync } from '@connection-sync/client';\n\nconst client = new ConnectionSync({ baseUrl: '{base_url}' });\n`,
  },
  tryIt: 'every',
  clientMethods,
  schemas: { ...feedSchemas, ...callerEventSchemas },
  paths: webhookPaths,
  webhooks: callerWebhooks,
};
