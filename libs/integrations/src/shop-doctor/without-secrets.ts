import type { IntegrationConnection } from '@sync/integration-contract';
import type { Finding } from './examine-shop';

const shortest = 4;

/** A second wall: no check puts a credential into its words, and were one to do so, it would not be told. */
export function withoutSecrets(finding: Finding, { credentials }: IntegrationConnection): Finding {
  const secrets = Object.values(credentials.reveal()).flatMap((value) =>
    // In any case: a name in an address comes back in lower-case letters.
    typeof value === 'string' && value.length >= shortest ? [new RegExp(literally(value), 'gi')] : [],
  );
  const cleared = (text: string): string => secrets.reduce((rest, secret) => rest.replace(secret, '[secret]'), text);
  const { evidence, cause, advice } = finding;
  return { ...finding, evidence: cleared(evidence), cause: cause && cleared(cause), advice: advice && cleared(advice) };
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
