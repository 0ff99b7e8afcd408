import { UnusableArguments } from '@sync/command-line';
import { readCommand } from './command';

describe('readCommand', () => {
  it.each([
    [['unused-tenants', '--older-than-days', '30'], { olderThanDays: 30, list: false }],
    [['unused-tenants', '--older-than-days', '7', '--list'], { olderThanDays: 7, list: true }],
  ])('parses %j', (args, command) => {
    expect(readCommand(args)).toEqual(command);
  });

  it.each([
    [[], 'Name what to erase: unused-tenants.'],
    [['everything', '--older-than-days', '3'], 'Name what to erase: unused-tenants.'],
    [['unused-tenants', 'all', '--older-than-days', '3'], 'all: too many arguments.'],
    [['unused-tenants'], '--older-than-days must be a number of days from 1 to 36500.'],
    [['unused-tenants', '--older-than-days', '0'], '--older-than-days must be a number'],
    [['unused-tenants', '--older-than-days', '40000'], '--older-than-days must be a number'],
    [['unused-tenants', '--what'], /^Unknown option '--what'\.$/],
  ])('rejects %j in one line', (args, message) => {
    expect(() => readCommand(args)).toThrow(UnusableArguments);
    expect(() => readCommand(args)).toThrow(message);
  });
});
