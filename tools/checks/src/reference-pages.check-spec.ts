import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionStatuses, transitions } from '@sync/domain';

function page(name: string): string {
  return readFileSync(join(process.cwd(), 'docs/reference', name), 'utf8');
}

/** Cells of the Markdown table that follows the heading row. */
function tableUnder(text: string, firstHeading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${firstHeading} `));
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function names(cell: string | undefined): string[] {
  return (cell ?? '').split(', ').sort();
}

describe('docs/reference/states.md', () => {
  const text = page('states.md');

  it('lists exactly the transitions of the code', () => {
    const written = tableUnder(text, 'Trigger').map(([trigger, from, to]) => ({ trigger, from: names(from), to }));
    const coded = Object.entries(transitions).map(([trigger, { from, to }]) => ({ trigger, from: [...from].sort(), to }));
    expect(written).toEqual(coded);
  });

  it('explains exactly the statuses of the code', () => {
    const written = tableUnder(text, 'Status').map(([status]) => status?.replaceAll('`', ''));
    expect(written.sort()).toEqual([...connectionStatuses].sort());
  });
});

describe('docs/reference/endpoints.md', () => {
  it('lists exactly the tags of the API description', () => {
    const description = readFileSync(join(process.cwd(), 'apps/connection-api/openapi.json'), 'utf8');
    const { tags } = JSON.parse(description) as { tags: { name: string }[] };
    const written = tableUnder(page('endpoints.md'), 'Tag of the description').flatMap(([cell]) => names(cell));
    expect(written.sort()).toEqual(tags.map(({ name }) => name).sort());
  });
});
