import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The arguments are invalid. The message is one line. */
export class UnusableArguments extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses options and, if allowed, positional arguments. Throws UnusableArguments. */
export function readArguments<const O extends Options>(args: readonly string[], options: O, allowPositionals = false) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    // The rest of the message is advice for programmers.
    const [reason = ''] = (error as Error).message.split(/\.?(?:\s{2,}|\n|$)|\. /);
    throw new UnusableArguments(`${reason}.`);
  }
}

/** Runs a command with its arguments. `--help` prints the usage. UnusableArguments print one line and the usage, with exit code 2. */
export async function runCommand(
  usage: string,
  run: (args: readonly string[]) => Promise<void>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  if (args.some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    await run(args);
  } catch (error) {
    if (!(error instanceof UnusableArguments)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exitCode = 2;
  }
}
