import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UnusableArguments } from '@sync/command-line';
import { Secret } from '@sync/records';

/** On a terminal, the command prompts for them. */
export type CredentialsInput = Readable & { isTTY?: boolean };

type Credentials = Readonly<Record<string, unknown>>;

/** From the variable SHOP_CREDENTIALS, otherwise from standard input. Throws UnusableArguments, which does not repeat them. */
export async function givenCredentials(variable: string | undefined, input: CredentialsInput): Promise<Secret<Credentials>> {
  if (variable !== undefined) return new Secret(parsed(variable, 'SHOP_CREDENTIALS'));
  if (input.isTTY) process.stderr.write('Enter the credentials as a JSON object, then press Ctrl-D:\n');
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
