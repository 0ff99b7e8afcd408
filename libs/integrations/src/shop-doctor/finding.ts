import type { Finding, IntegrationConnection } from '@sync/integration-contract';

const minSecretLength = 4;
/** Among the credentials is the version of the plugin, which findings name. */
const versionNumber = /^\d{1,4}(\.\d{1,4}){1,3}$/;

/** A finding that says why exports may not read the shop. */
export interface Refusal extends Finding {
  code: 'credentials_refused' | 'blocked';
}

/** A second line of defence: masks credentials, although no check should include one. */
export function withoutSecrets(finding: Finding, { credentials }: IntegrationConnection): Finding {
  const secrets = Object.values(credentials.reveal()).flatMap((value) =>
    // Case-insensitive: host names come back in lower case.
    isSecret(value) ? [new RegExp(escapeRegExp(value), 'gi')] : [],
  );
  const cleared = (text: string): string => secrets.reduce((rest, secret) => rest.replace(secret, '[secret]'), text);
  const { evidence, cause, advice } = finding;
  return { ...finding, evidence: cleared(evidence), cause: cause && cleared(cause), advice: advice && cleared(advice) };
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && value.length >= minSecretLength && !versionNumber.test(value);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
