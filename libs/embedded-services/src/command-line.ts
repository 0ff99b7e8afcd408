import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What was typed cannot be carried out. The message is one line. */
export class UnusableArguments extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options, and the words besides them, which only some commands take. Throws UnusableArguments. */
export function readArguments<const O extends Options>(args: readonly string[], options: O, takesWords = false) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: takesWords });
  } catch (error) {
    // What follows the first sentence is advice to programmers.
    const [reason = ''] = (error as Error).message.split(/\.?(?:\s{2,}|\n|$)|\. /);
    throw new UnusableArguments(`${reason}.`);
  }
}

/** Runs a command with what was typed after its name. `--help` prints its usage; UnusableArguments are one line and the usage, exit code 2. */
export async function runCommand(usage: string, run: (args: readonly string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2);
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
