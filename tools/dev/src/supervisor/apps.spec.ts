import { freePort } from '@sync/embedded-services';
import { apps, choosePorts, instancesOf } from './apps';

describe('processes of npm start', () => {
  it('are one per app, and EXPORT_WORKERS export workers with distinct names', () => {
    const names = instancesOf(3).map(({ process }) => process);
    expect(names).toEqual([...apps.map(({ name }) => name), 'export-worker-2', 'export-worker-3']);
  });

  it('keep the ports that are given to them, and take no port that is reserved or taken already', async () => {
    const before = await freePort();
    const reserved = [before + 1, before + 2];
    const ports = await choosePorts(
      instancesOf(2),
      { CONNECTION_API_PORT: '8000', ADMIN_API_PORT: '0', EXPORT_WORKER_PORT: '8001' },
      reserved,
    );
    expect([ports.get('connection-api'), ports.get('export-worker')]).toEqual([8000, 8001]);
    expect(new Set([...ports.values(), ...reserved]).size).toBe(7);
    await expect(choosePorts(instancesOf(1), { ADMIN_API_PORT: 'x' }, [])).rejects.toThrow('ADMIN_API_PORT should be a port number');
  });
});
