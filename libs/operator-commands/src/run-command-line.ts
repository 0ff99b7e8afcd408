import { runCommand } from '@sync/command-line';
import { InvalidConfiguration } from '@sync/service-runtime';
import { commands } from './commands';
import { CannotRun, type Surroundings } from './surroundings';

/** Runs the command that the words name. Sets the exit code of the process: 0 done, 1 failed, 2 a word that no command understands. */
export async function runCommandLine([name, ...args]: readonly string[], surroundings: Surroundings): Promise<void> {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return listCommands(name, surroundings);
  try {
    const run = async (words: readonly string[]) => {
      process.exitCode = await command.run(words, surroundings);
    };
    await runCommand(command.usage(surroundings.calledAs(name ?? '')), run, args);
  } catch (error) {
    const isForPeople = error instanceof CannotRun || error instanceof InvalidConfiguration;
    process.stderr.write(`${isForPeople ? error.message : ((error as Error).stack ?? String(error))}\n`);
    process.exitCode = command.cannotRunCode;
  }
}

function listCommands(name: string | undefined, { calledAs }: Surroundings): void {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(([known, { does }]) => `  ${known.padEnd(width)}  ${does}`);
  const usage = [
    'Usage:',
    `  ${calledAs('<command>')} [arguments]`,
    '',
    ...lines,
    '',
    `Options of a command: ${calledAs('<command>')} --help`,
  ];
  if (name === '--help' || name === '-h') {
    process.stdout.write(`${usage.join('\n')}\n`);
    return;
  }
  const reason = name === undefined ? 'Name a command' : `${name} is not a command`;
  process.stderr.write(`${reason}: choose one of ${Object.keys(commands).join(', ')}, or --help.\n`);
  process.exitCode = 2;
}
