import { UnusableArguments } from '@sync/command-line';
import { readCommand } from './command';

const tenantId = '0197a1b2-0000-7000-8000-000000000001';

it.each([
  [[], { tenantId }],
  [['--set', '20GiB'], { tenantId, set: 20 * 1024 ** 3 }],
  [['--set', '5 MiB'], { tenantId, set: 5 * 1024 ** 2 }],
  [['--set', '1000'], { tenantId, set: 1_000 }],
  [['--set', '0'], { tenantId, set: 0 }],
  [['--set', 'default'], { tenantId, set: null }],
])('parses %j', (args, command) => {
  expect(readCommand(['--tenant', tenantId, ...args])).toEqual(command);
});

it.each([
  [[], '--tenant must be the id of a tenant.'],
  [['--tenant', '5'], '--tenant must be the id of a tenant.'],
  [['--tenant', tenantId, '--set', '20GB'], '--set must be a size'],
  [['--tenant', tenantId, '--set', '999999999999999TiB'], '--set must be a size'],
  [['--tenant', tenantId, '--set', ''], '--set must be a size'],
])('rejects %j in one line', (args, message) => {
  expect(() => readCommand(args)).toThrow(UnusableArguments);
  expect(() => readCommand(args)).toThrow(message);
});
