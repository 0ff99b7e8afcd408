import { apps, processesOf } from './apps';

describe('processes of npm start', () => {
  it('are one per app, and EXPORT_WORKERS export workers with distinct names', () => {
    const names = processesOf(3).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['connection-api', 'export-worker', 'export-worker-2', 'export-worker-3']));
    expect(names).toHaveLength(apps.length + 2);
    expect(processesOf(1)).toEqual(apps);
  });
});
