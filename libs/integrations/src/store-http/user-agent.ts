// eslint-disable-next-line @nx/enforce-module-boundaries -- The version of the service has one place, which is no project.
import { version } from '../../../../package.json';

const contactPattern = /^(https?:\/\/[!-'*-~]{1,200}|[!-'*-?A-~]{1,100}@[!-'*-?A-~]{1,100})$/;

/** The address of a web page or an e-mail address, as it may stand in a header. Throws when it is neither. */
export function contactAddressOf(text: string): string {
  if (!contactPattern.test(text)) throw new Error('not an address');
  return text;
}

/** Tells shops who asks, and whom to write to about it: `connection-sync/1.2.3 (+https://example.com/about)`. */
export function userAgentOf(contactAddress?: string): string {
  const name = `connection-sync/${version}`;
  return contactAddress ? `${name} (+${contactAddress})` : name;
}
