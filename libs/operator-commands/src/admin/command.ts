import { firstPasswordDays, loginShape } from '@sync/administration';
import { readArguments, UnusableArguments } from '@sync/command-line';

export interface Command {
  action: 'create' | 'reset';
  login: string;
  /** Of a new user. */
  name: string;
}

export const usage = (called: string): string => `Usage:
  ${called} create --login <login> [--name <name>]
  ${called} reset --login <login>

create makes a super administrator. reset makes a new password for any user, removes the second factor and enables the account.
Both print a generated password, which must be changed at the first sign-in, within ${firstPasswordDays} days.`;

const maxName = 200;

/** Throws UnusableArguments. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readArguments(args, { login: { type: 'string' }, name: { type: 'string' } } as const, true);
  const [action, ...more] = positionals;
  if (more.length > 0) throw new UnusableArguments(`${more.join(' ')}: too many arguments.`);
  if (action !== 'create' && action !== 'reset') throw new UnusableArguments('The action must be create or reset.');
  const login = (values.login ?? '').trim().toLowerCase();
  if (!loginShape.test(login))
    throw new UnusableArguments('--login must have 1 to 254 letters, digits or ._%+@-, and begin with a letter or digit.');
  const name = values.name?.trim() ?? login;
  if (name === '' || name.length > maxName) throw new UnusableArguments(`--name must have 1 to ${maxName} characters.`);
  if (action === 'reset' && values.name !== undefined) throw new UnusableArguments('--name is for create.');
  return { action, login, name };
}
