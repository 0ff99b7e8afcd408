import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** The secret of an endpoint, and the one before it, as they are sealed together. */
export interface EndpointSecrets {
  current: string;
  previous?: string;
}

export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The headers of Standard Webhooks: one signature for each secret that is valid now. `at`: of this attempt. */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
