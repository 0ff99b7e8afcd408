import { readCommand, UnusableCommand } from './command';

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
    [[], 'Usage'],
    [['retry'], 'Usage'],
    [['discard', '--all'], 'Usage'],
    [['retry', id, '--all'], 'Usage'],
    [['retry', id, '--queue', 'webhooks'], 'Usage'],
    [['list', id], 'Usage'],
    [['show', id, id], 'Usage'],
    [['forget', id], 'Usage'],
    [['list', '--what'], 'Usage'],
    [['show', '7'], '7 is not an id.'],
    [['list', '--queue', 'post'], '--queue is one of sync-rules'],
    [['list', '--name', 'dance'], '--name is one of derive-sync-rules'],
    [['list', '--limit', '0'], '--limit is a number from 1 to 1000.'],
  ])('%j is answered with what can be asked', (args, message) => {
    expect(() => readCommand(args)).toThrow(UnusableCommand);
    expect(() => readCommand(args)).toThrow(message);
  });
});
