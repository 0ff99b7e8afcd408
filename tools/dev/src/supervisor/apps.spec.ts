import { apps, processesOf } from './apps';

describe('processes of npm start', () => {
  it('are one of each app, and of the export-worker as many as asked for, each with a name of its own', () => {
    const names = processesOf(3).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['connection-api', 'export-worker', 'export-worker-2', 'export-worker-3']));
    expect(names).toHaveLength(apps.length + 2);
    expect(processesOf(1)).toEqual(apps);
  });
});
