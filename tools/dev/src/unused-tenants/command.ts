import { readArguments, UnusableArguments } from '@sync/embedded-services';

export interface Command {
  action: 'list' | 'erase';
  olderThanDays: number;
}

export const usage = `Usage:
  npm run unused-tenants -- list --older-than-days <days>
  npm run unused-tenants -- erase --older-than-days <days>

Tenants of direct initialisations that never linked a shop and made no request for as many days.`;

const maxDays = 36_500;

/** Throws UnusableArguments. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readArguments(args, { 'older-than-days': { type: 'string' } } as const, true);
  const [action, ...more] = positionals;
  if (more.length > 0) throw new UnusableArguments(`${more.join(' ')}: too many arguments.`);
  if (action !== 'list' && action !== 'erase') throw new UnusableArguments('The action must be list or erase.');
  const text = values['older-than-days'] ?? '';
  const olderThanDays = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (olderThanDays < 1 || olderThanDays > maxDays)
    throw new UnusableArguments(`--older-than-days must be a number of days from 1 to ${maxDays}.`);
  return { action, olderThanDays };
}
