import { counts } from './front';

it.each([
  ['connection-sync', true],
  ['connection-sync/1.0', true],
  ['real-shops', false],
  ['WordPress/7.0.4; http://127.0.0.1', false],
])("counts the service's requests, not those of the rig and of the shop itself: %s", (agent, isCounted) => {
  expect(counts(agent)).toBe(isCounted);
});
