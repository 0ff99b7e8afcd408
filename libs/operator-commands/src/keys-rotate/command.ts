import { readArguments } from '@sync/command-line';

export const usage = (called: string): string => `Usage: ${called} [--dry-run]
Seals all stored credentials, second factors and keys of erasures with the first key of ENCRYPTION_KEYS, while the service runs. Every app must have that
key already. Stopped and run again, it goes on. --dry-run only counts the values of each key.
Exit code: 0 everything is sealed with the first key, 1 some values are not.`;

/** Throws UnusableArguments. */
export function readCommand(args: readonly string[]): { isDryRun: boolean } {
  const { values } = readArguments(args, { 'dry-run': { type: 'boolean', default: false } });
  return { isDryRun: values['dry-run'] };
}
