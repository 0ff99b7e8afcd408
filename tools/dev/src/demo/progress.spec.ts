import { Writable } from 'node:stream';
import { Progress } from './progress';
import type { SyncRun } from './service-calls';

const run = (fields: Partial<SyncRun>): SyncRun => ({
  id: 'r1', capability: 'orders', status: 'running', waiting: null, pages_total: 12, pages_done: 0, records_fetched: 0, records_written: 0,
  error: null, started_at: null, finished_at: null, ...fields,
}); // prettier-ignore

function written(isTTY: boolean, runs: SyncRun[], columns = 120): string {
  let text = '';
  const stream = Object.assign(new Writable({ write: (chunk: Buffer, _, done) => ((text += chunk.toString()), done()) }), {
    isTTY,
    columns,
  });
  const progress = new Progress(stream as unknown as NodeJS.WriteStream);
  for (const one of runs) progress.show([{ shop: 'Nordlicht', run: one }]);
  return text;
}

describe('progress', () => {
  it('redraws the bars in place in a terminal', () => {
    const text = written(true, [
      run({ pages_done: 6, records_fetched: 300 }),
      run({ pages_done: 12, records_fetched: 600, status: 'succeeded' }),
    ]);
    expect(text).toContain('████████████░░░░░░░░░░░░ 6/12 pages, 300 records');
    expect(text).toContain('\u001b[1A');
  });

  it.each([0, 1, 40])('never wraps a line in a terminal of width %p', (columns) => {
    const [line = ''] = written(true, [run({ pages_done: 6, records_fetched: 300 })], columns).split('\n');
    expect(line.replace('\u001b[2K', '').length).toBeLessThan(Math.max(2, columns || 80));
  });

  it('writes plain lines elsewhere, without repeating any', () => {
    const same = run({ pages_done: 6, records_fetched: 300 });
    const text = written(false, [
      run({ status: 'queued' }),
      same,
      same,
      run({ pages_done: 12, records_fetched: 600, status: 'succeeded' }),
    ]);
    expect(text).not.toContain('\u001b');
    expect(text.trim().split('\n')).toHaveLength(2);
    expect(text).toContain('succeeded: 12/12 pages, 600 records');
  });
});
