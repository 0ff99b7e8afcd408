import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UnusableArguments } from '@sync/embedded-services';
import { Secret } from '@sync/records';

/** On a terminal, the command prompts for them. */
export type CredentialsInput = Readable & { isTTY?: boolean };

type Credentials = Readonly<Record<string, unknown>>;

/** From SHOP_CREDENTIALS, otherwise from standard input. Throws UnusableArguments, which does not repeat them. */
export async function givenCredentials(
  environment: Readonly<Record<string, string | undefined>>,
  input: CredentialsInput,
): Promise<Secret<Credentials>> {
  const variable = environment.SHOP_CREDENTIALS?.trim() ?? '';
  if (variable !== '') return new Secret(parsed(variable, 'SHOP_CREDENTIALS'));
  if (input.isTTY) console.error('Enter the credentials as a JSON object, then press Ctrl-D:');
  return new Secret(parsed(await text(input), 'Standard input'));
}

function parsed(json: string, source: string): Credentials {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Credentials;
  } catch {
    // The message of JSON.parse would quote the text.
  }
  throw new UnusableArguments(`${source} must hold the credentials as a JSON object, for example {"api_key": "…"}.`);
}
