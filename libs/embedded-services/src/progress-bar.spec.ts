import { ProgressBar } from './progress-bar';

function written(stream: { isTTY: boolean; columns?: number }, use: (bar: ProgressBar, pass: (milliseconds: number) => void) => void) {
  let text = '';
  let time = 0;
  const write = (part: string) => (text += part);
  use(new ProgressBar('Installing', 200, { unit: 'packages', stream: { ...stream, write }, now: () => time }), (ms) => (time += ms));
  return text;
}

describe('a progress bar', () => {
  it('shows the count and, from the pace so far, the time left; lines appear above it, and nothing remains at the end', () => {
    const text = written({ isTTY: true, columns: 100 }, (bar, pass) => {
      bar.update(0);
      pass(30_000);
      bar.update(50);
      bar.line('a line');
      bar.end();
    });
    const bar = `Installing ${'█'.repeat(6)}${'░'.repeat(18)} 50/200 packages, about 2 min left`;
    expect(text.split('\r\u001b[2K').slice(1)).toEqual([`Installing ${'░'.repeat(24)} 0/200 packages`, bar, 'a line\n', bar, '']);
  });

  it.each([0, undefined, 20, 1])('never wraps: a terminal of width %p', (columns) => {
    const text = written({ isTTY: true, columns }, (bar, pass) => {
      pass(10_000);
      bar.update(100);
    });
    const [, line = ''] = text.split('\r\u001b[2K');
    expect(line.length).toBeLessThan(columns || 80);
  });

  it('draws nothing without a terminal, where lines pass unchanged', () => {
    expect(
      written({ isTTY: false }, (bar) => {
        bar.update(50);
        bar.line('a line');
        bar.end();
      }),
    ).toBe('a line\n');
  });
});
