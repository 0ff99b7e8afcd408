import { readFileSync } from 'node:fs';
import { accessTokenNames } from '@sync/identity';
import { tokenScopes } from './token-scopes';

describe('docs/reference/resources.md', () => {
  it('shows what each token may do exactly as the code has it', () => {
    const [, table = ''] = readFileSync('docs/reference/resources.md', 'utf8').split('<!-- scopes');
    const rows = table
      .split('\n')
      .slice(2)
      .filter((line, index, lines) => line.startsWith('|') && lines.slice(0, index).every((before) => before.startsWith('|')));
    const cells = rows.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const groups = Object.keys(tokenScopes['direct-initialisation']) as (keyof (typeof tokenScopes)['direct-initialisation'])[];
    expect(cells[0]).toEqual(['Routes', ...accessTokenNames]);
    expect(cells.slice(2)).toEqual(groups.map((group) => [group, ...accessTokenNames.map((name) => tokenScopes[name][group])]));
  });
});
