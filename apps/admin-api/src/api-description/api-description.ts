import type { ApiDescription } from '@sync/http-api';

/** /api/admin/openapi.json and the reference at /api/admin/docs. */
export const apiDescription: ApiDescription = {
  path: '/api/admin',
  title: 'Connection synchronisation: admin API',
  description: `For the people who run the service: super administrators, who may do everything, and support users, who help the companies entrusted to them.

- Every operation but sign-in needs a session: in a browser a cookie, in a script a bearer token. Each description says which roles may use it.
- A support user sees connections of accessible tenants: in full where the system is supported too, else in their status-only form, or not at all (\`tenant_access\`).
- Every change is recorded in the audit log, with its actor, in the transaction of the change.
- Bodies are JSON, members are snake_case, ids are UUIDs, times are ISO 8601 in UTC.
- Errors are \`application/problem+json\`: branch on \`type\`, which is also the address of a page with cause and remedy.
- Unknown query parameters are refused with 422; unknown members of a body are ignored.
- Lists page by cursor. \`X-Request-Id\` is taken or generated, and returned.`,
  tags: [
    { name: 'Sessions', description: 'Signing in and out, and what a user does with the own account.' },
    { name: 'Users', description: 'Who may use this API, and what support users may see.' },
    { name: 'Tenants', description: 'The companies whose shops are linked.' },
    { name: 'Systems', description: 'Shop platforms, and the systems of callers.' },
    { name: 'Connections', description: 'Links to shops: find, create, repair and end them.' },
    { name: 'Preview tokens', description: 'Short-lived tokens that show the configuration widget of one connection.' },
    { name: 'Search', description: 'Companies, shops and records that a text names.' },
    { name: 'Records', description: 'What is stored of a shop.' },
    { name: 'Webhook endpoints', description: 'Where a product hears of events, and what was delivered there.' },
    { name: 'Shop calls', description: 'What a shop was asked and what it sent, without values.' },
    { name: 'Doctor', description: 'Checks of a shop, with what to do about each finding.' },
    { name: 'Sync rules', description: 'Which records flow from which connection to which.' },
    { name: 'Sync runs', description: 'Runs that fetch the records of a shop.' },
    { name: 'Failed tasks', description: 'Work that failed permanently: look at it, retry or discard it.' },
    { name: 'Dashboard', description: 'The state of the service in figures.' },
    { name: 'Audit log', description: 'What administrators did. Append-only.' },
  ],
  securitySchemes: {
    sessionToken: { type: 'http', scheme: 'bearer', bearerFormat: 'sas_…', description: 'The token of a session for scripts.' },
    sessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-admin_session',
      description: 'The session of a browser. On http of the own machine its name is `admin_session`.',
    },
  },
  credential: { name: 'Session', header: 'authorization: Bearer sas_…' },
  firstCall: { operationId: 'signIn', text: 'Signs in for scripts: send the token as the bearer of what follows.' },
  // The cookie of a session may go along, and must change nothing.
  tryIt: 'reads',
};
