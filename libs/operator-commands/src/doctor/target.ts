import { readArguments, UnusableArguments } from '@sync/command-line';
import { shops, systemDrivers, type SystemDriver } from '@sync/platforms';

/** What to examine. */
export type DoctorTarget = { connectionId: string } | { baseUrl: string; driver: SystemDriver };

export const usage = (called: string): string => `Usage:
  ${called} --connection <id>
  ${called} --base-url https://shop.example --system ${shops.map(({ driver }) => driver).join('|')}

With --base-url the credentials are a JSON object in SHOP_CREDENTIALS or on standard input,
for example {"consumer_key": "…", "consumer_secret": "…", "connection_token": "…"} or {"api_key": "…"}.
They are not arguments, because other users could see those and the shell would store them.`;

const options = { connection: { type: 'string' }, 'base-url': { type: 'string' }, system: { type: 'string' } } as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws UnusableArguments, which does not repeat the arguments: they may contain a credential. */
export function readTarget(args: readonly string[]): DoctorTarget {
  const { connection, 'base-url': baseUrl, system } = valuesOf(args);
  if (connection !== undefined && baseUrl === undefined && system === undefined) {
    if (!uuid.test(connection)) throw new UnusableArguments('--connection must be the UUID of a connection.');
    return { connectionId: connection.toLowerCase() };
  }
  const driver = systemDrivers.find((known) => known === system);
  if (connection !== undefined || baseUrl === undefined || driver === undefined)
    throw new UnusableArguments('Name either a connection or the base URL and system of a shop.');
  return { baseUrl, driver };
}

function valuesOf(args: readonly string[]) {
  try {
    return readArguments(args, options).values;
  } catch {
    throw new UnusableArguments('Unknown or surplus argument.');
  }
}
