import { UnusableArguments } from '@sync/command-line';
import { readCommand } from './command';

const id = '01960000-0000-7000-8000-00000000000a';

describe('readCommand', () => {
  it.each([
    [['list'], { action: 'list', filter: {}, limit: 50, after: null }],
    [
      ['list', '--queue', 'webhooks', '--limit', '5', '--after', id],
      { action: 'list', filter: { queue: 'webhooks' }, limit: 5, after: id },
    ],
    [['list', '--name', 'plan-sync-run', '--connection', id.toUpperCase()], { filter: { name: 'plan-sync-run', systemConnectionId: id } }],
    [['show', id], { action: 'show', id }],
    [['retry', id], { action: 'retry', id }],
    [['discard', id], { action: 'discard', id }],
    [['retry', '--all'], { action: 'retry all', filter: {} }],
    [['retry', '--all', '--queue', 'bulk-sync'], { action: 'retry all', filter: { queue: 'bulk-sync' } }],
  ])('parses %j', (args, command) => {
    expect(readCommand(args)).toMatchObject(command);
  });

  it.each([
    [[], 'An action is missing.'],
    [['retry'], 'retry does not accept these arguments.'],
    [['discard', '--all'], 'discard does not accept these arguments.'],
    [['retry', id, '--all'], 'retry does not accept these arguments.'],
    [['retry', id, '--queue', 'webhooks'], 'retry does not accept these arguments.'],
    [['list', id], 'list does not accept these arguments.'],
    [['show', id, id, 'canary'], `${id} canary: too many arguments.`],
    [['forget', id], 'forget does not accept these arguments.'],
    [['list', '--what'], /^Unknown option '--what'\.$/],
    [['show', '7'], '7 is not an id.'],
    [['list', '--queue', 'post'], '--queue must be one of sync-rules'],
    [['list', '--name', 'dance'], '--name must be one of derive-sync-rules'],
    [['list', '--limit', '0'], '--limit must be a number from 1 to 1000.'],
  ])('rejects %j in one line', (args, message) => {
    expect(() => readCommand(args)).toThrow(UnusableArguments);
    expect(() => readCommand(args)).toThrow(message);
  });
});
