import { execFileSync } from 'node:child_process';
import { migrations } from '../database/data-source';
import { releasedMigrations } from './released-migrations';

const names = migrations.map(({ name }) => name);
const taggedVersions = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)
  .map((tag) => tag.slice(1));

describe('released migrations', () => {
  it('are recorded for every tagged version', () => {
    expect(Object.keys(releasedMigrations)).toEqual(expect.arrayContaining(taggedVersions));
  });

  it('are the first of today’s migrations, in the same order', () => {
    for (const released of Object.values(releasedMigrations)) expect(names.slice(0, released.length)).toEqual(released);
  });
});
