import { UnusableArguments } from '@sync/embedded-services';
import { readCommand } from './command';

const id = '01960000-0000-7000-8000-00000000000a';

describe('what an operator may ask about failed work', () => {
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
  ])('%j', (args, command) => {
    expect(readCommand(args)).toMatchObject(command);
  });

  it.each([
    [[], 'What is to be done?'],
    [['retry'], 'retry cannot be asked like this.'],
    [['discard', '--all'], 'discard cannot be asked like this.'],
    [['retry', id, '--all'], 'retry cannot be asked like this.'],
    [['retry', id, '--queue', 'webhooks'], 'retry cannot be asked like this.'],
    [['list', id], 'list cannot be asked like this.'],
    [['show', id, id, 'canary'], `${id} canary: too many arguments.`],
    [['forget', id], 'forget cannot be asked like this.'],
    [['list', '--what'], /^Unknown option '--what'\.$/],
    [['show', '7'], '7 is not an id.'],
    [['list', '--queue', 'post'], '--queue is one of sync-rules'],
    [['list', '--name', 'dance'], '--name is one of derive-sync-rules'],
    [['list', '--limit', '0'], '--limit is a number from 1 to 1000.'],
  ])('%j is refused in one line', (args, message) => {
    expect(() => readCommand(args)).toThrow(UnusableArguments);
    expect(() => readCommand(args)).toThrow(message);
  });
});
