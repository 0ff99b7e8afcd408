import { accessTokenNames, roles } from '@sync/identity';
import { readFileSync } from 'node:fs';
import { policy, reachOf, type RouteGroup } from './policy';

describe('docs/reference/access.md', () => {
  const page = readFileSync('docs/reference/access.md', 'utf8');
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const tableBehind = (mark: string) => {
    const lines = page.slice(page.indexOf(mark)).split('\n');
    const first = lines.findIndex((line) => line.startsWith('|'));
    const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
    return lines.slice(first, length < 0 ? undefined : first + length).map(cellsOf);
  };

  it('shows what each principal may do exactly as the code has it', () => {
    const principals = [...accessTokenNames, ...roles];
    const [head, , ...rows] = tableBehind('<!-- policy');
    expect(head).toEqual(['Routes', ...principals]);
    const groups = Object.keys(policy) as RouteGroup[];
    expect(rows).toEqual(groups.map((group) => [group, ...principals.map((principal) => reachOf(principal, group) ?? '')]));
  });

  it('says of every group which routes belong to it', () => {
    const [, , ...rows] = tableBehind('## Which routes');
    expect(rows.map(([group]) => group)).toEqual(Object.keys(policy));
  });
});
