import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../docs/decisions');
const maxWords = 300;
const parts = ['Context', 'Decision', 'Alternatives', 'Consequences'];

const names = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort();

/** What is wrong with a page of this number. */
function faultsOf(page: string, number: string): string[] {
  const words = page.split(/\s+/).filter((word) => word !== '').length;
  const at = parts.map((part) => page.indexOf(`\n**${part}.**`));
  return [
    ...(page.startsWith(`# ${number} `) ? [] : [`its heading does not begin with ${number}`]),
    ...(words <= maxWords ? [] : [`${words} words`]),
    ...parts.filter((_, index) => at[index] === -1).map((part) => `no ${part}`),
    ...(at.every((position, index) => index === 0 || position > (at[index - 1] ?? 0)) ? [] : ['parts are not in order']),
  ];
}

describe('the decisions', () => {
  it('are numbered from 001 without a gap', () => {
    expect(names.map((name) => name.slice(0, 4))).toEqual(names.map((_, index) => `${String(index + 1).padStart(3, '0')}-`));
  });

  it.each(names)('%s has its four parts in at most 300 words', (name) => {
    expect(faultsOf(readFileSync(join(folder, name), 'utf8'), name.slice(0, 3))).toEqual([]);
  });
});

describe('the check of decisions', () => {
  const page = `# 001 A\n${parts.map((part) => `\n**${part}.** Words.\n`).join('')}`;

  it.each([
    ['a long page', `${page}${'word '.repeat(maxWords)}`, '311 words'],
    ['a page without alternatives', page.replace('**Alternatives.**', ''), 'no Alternatives'],
    ['a page under a wrong number', page.replace('001', '002'), 'its heading does not begin with 001'],
  ])('rejects %s', (_, text, fault) => {
    expect(faultsOf(page, '001')).toEqual([]);
    expect(faultsOf(text, '001')).toContain(fault);
  });
});
