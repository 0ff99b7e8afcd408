import { readArguments, UnusableArguments } from '@sync/command-line';

export interface EraseCommand {
  olderThanDays: number;
  /** Lists them only. */
  list: boolean;
}

export const usage = (called: string): string => `Usage:
  ${called} unused-tenants --older-than-days <days> [--list]

Erases tenants of direct initialisations that never linked a shop and made no request for as many days. --list: shows them and erases none.`;

const options = { 'older-than-days': { type: 'string' }, list: { type: 'boolean', default: false } } as const;
const maxDays = 36_500;

/** Throws UnusableArguments. */
export function readCommand(args: readonly string[]): EraseCommand {
  const { values, positionals } = readArguments(args, options, true);
  const [what, ...more] = positionals;
  if (more.length > 0) throw new UnusableArguments(`${more.join(' ')}: too many arguments.`);
  if (what !== 'unused-tenants') throw new UnusableArguments('Name what to erase: unused-tenants.');
  const text = values['older-than-days'] ?? '';
  const olderThanDays = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (olderThanDays < 1 || olderThanDays > maxDays)
    throw new UnusableArguments(`--older-than-days must be a number of days from 1 to ${maxDays}.`);
  return { olderThanDays, list: values.list };
}
