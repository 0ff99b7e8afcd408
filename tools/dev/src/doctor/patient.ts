import { readArguments, UnusableArguments } from '@sync/embedded-services';
import { shops, systemDrivers, type SystemDriver } from '@sync/platforms';

/** Whom the doctor is to look at. */
export type Patient = { connectionId: string } | { baseUrl: string; driver: SystemDriver };

export const usage = `Usage:
  npm run doctor -- --connection <id>
  npm run doctor -- --base-url https://shop.example --system ${shops.map(({ driver }) => driver).join('|')}

With --base-url the credentials are a JSON object in SHOP_CREDENTIALS or on standard input,
for example {"consumer_key": "…", "consumer_secret": "…", "connection_token": "…"} or {"api_key": "…"}.
They are no arguments: those are seen by everybody on the machine and kept by the shell.`;

const options = { connection: { type: 'string' }, 'base-url': { type: 'string' }, system: { type: 'string' } } as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws UnusableArguments, which repeat nothing of what was typed: it may hold a credential. */
export function readPatient(args: readonly string[]): Patient {
  const { connection, 'base-url': baseUrl, system } = valuesOf(args);
  if (connection !== undefined && baseUrl === undefined && system === undefined) {
    if (!uuid.test(connection)) throw new UnusableArguments('--connection is the id of a connection, a UUID.');
    return { connectionId: connection.toLowerCase() };
  }
  const driver = systemDrivers.find((known) => known === system);
  if (connection !== undefined || baseUrl === undefined || driver === undefined)
    throw new UnusableArguments('Either a connection, or the address and the system of a shop.');
  return { baseUrl, driver };
}

function valuesOf(args: readonly string[]) {
  try {
    return readArguments(args, options).values;
  } catch {
    throw new UnusableArguments('There is an argument too many, or one that is not known.');
  }
}
