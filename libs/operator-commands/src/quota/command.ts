import { readArguments, UnusableArguments } from '@sync/command-line';

export interface QuotaCommand {
  tenantId: string;
  /** Bytes, 0 for no limit; null: the default of every tenant. Absent: only shows it. */
  set?: number | null;
}

export const usage = (called: string): string => `Usage:
  ${called} --tenant <id> [--set <size>]

Shows how many bytes of records a tenant stores and may store. --set: gives it a quota of its own, such as 20GiB; 0 is no limit, default
the quota of every tenant (TENANT_MAX_BYTES). The change is in the audit log.`;

const options = { tenant: { type: 'string' }, set: { type: 'string' } } as const;
const units: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Throws UnusableArguments. */
export function readCommand(args: readonly string[]): QuotaCommand {
  const { values } = readArguments(args, options, false);
  const tenantId = values.tenant ?? '';
  if (!uuid.test(tenantId)) throw new UnusableArguments('--tenant must be the id of a tenant.');
  return values.set === undefined ? { tenantId } : { tenantId, set: values.set === 'default' ? null : readSize(values.set) };
}

function readSize(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,15})\s?(KiB|MiB|GiB|TiB)?$/.exec(text) ?? [];
  const bytes = number === '' ? NaN : Number(number) * (units[unit] ?? NaN);
  if (!Number.isSafeInteger(bytes)) throw new UnusableArguments('--set must be a size such as 20GiB, a number of bytes, 0 or default.');
  return bytes;
}
