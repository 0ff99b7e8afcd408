import { UnusableArguments } from '@sync/embedded-services';
import { readCommand } from './command';

describe('readCommand', () => {
  it.each(['list', 'erase'] as const)('parses %s', (action) => {
    expect(readCommand([action, '--older-than-days', '30'])).toEqual({ action, olderThanDays: 30 });
  });

  it.each([
    [[], 'The action must be list or erase.'],
    [['forget', '--older-than-days', '3'], 'The action must be list or erase.'],
    [['erase', 'all', '--older-than-days', '3'], 'all: too many arguments.'],
    [['erase'], '--older-than-days must be a number of days from 1 to 36500.'],
    [['erase', '--older-than-days', '0'], '--older-than-days must be a number'],
    [['erase', '--older-than-days', '40000'], '--older-than-days must be a number'],
    [['list', '--what'], /^Unknown option '--what'\.$/],
  ])('rejects %j in one line', (args, message) => {
    expect(() => readCommand(args)).toThrow(UnusableArguments);
    expect(() => readCommand(args)).toThrow(message);
  });
});
