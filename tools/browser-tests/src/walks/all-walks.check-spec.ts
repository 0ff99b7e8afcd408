import { readFileSync } from 'node:fs';
import { walks } from './all-walks';

/** User and who walks it, of each row. */
const rows = [...readFileSync('docs/walks.md', 'utf8').matchAll(/^\| (\S.*?) +\|.*\| (\S.*?) +\|$/gm)].map(([, user = '', by = '']) => ({
  user,
  by,
}));

describe('docs/walks.md', () => {
  it('has every walk of `npm run walks`, in its order, and says who else walks the others', () => {
    const [head, ...users] = rows;
    expect(head).toEqual({ user: 'User', by: 'Walked by' });
    expect(users.filter(({ by }) => by === '`npm run walks`').map(({ user }) => user)).toEqual(Object.keys(walks));
  });

  it.each(['Newcomer', 'Embedder', 'Caller', 'Plugin author', 'Shop owner', 'Support', 'Operator'])('walks as %s in a browser', (kind) => {
    expect(Object.keys(walks).some((user) => user.startsWith(kind))).toBe(true);
  });
});
