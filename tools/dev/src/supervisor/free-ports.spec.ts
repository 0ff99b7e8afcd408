import { freePort } from '@sync/embedded-services';
import { choosePorts } from './free-ports';

it('keeps the given ports, and picks none that is reserved or picked already', async () => {
  const before = await freePort();
  const reserved = [before + 1, before + 2];
  const ports = await choosePorts(['api', 'worker', 'ingress'], new Map([['api', 8000]]), reserved);
  expect(ports.get('api')).toBe(8000);
  expect(new Set([...ports.values(), ...reserved]).size).toBe(5);
});
