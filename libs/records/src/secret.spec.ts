import { inspect } from 'node:util';
import { Secret } from './secret';

it('a secret prints as [secret] in every form, and only reveal() returns it', () => {
  const secret = new Secret('canary');
  expect(secret.reveal()).toBe('canary');
  const printed = [String(secret), JSON.stringify({ secret }), inspect(secret), inspect({ secret }, { showHidden: true, depth: null })];
  expect(printed).toEqual(['[secret]', '{"secret":"[secret]"}', '[secret]', '{ secret: [secret] }']);
  expect(Object.keys(secret)).toEqual([]);
});
