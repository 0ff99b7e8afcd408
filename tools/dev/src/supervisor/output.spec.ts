import { readableLines } from './output';

const plain = { colour: false, width: 14 };
const time = new Date(2026, 0, 5, 12, 0, 1).getTime();

describe('readable log lines', () => {
  it('show app, time, level, message and values, with the names of all apps aligned', () => {
    const line = JSON.stringify({ level: 'info', time, pid: 1, hostname: 'h', msg: 'message', key: 'value', n: 3 });
    expect(readableLines('worker', line, plain)).toEqual(['worker         │ [12:00:01] INFO: message {"key":"value","n":3}']);
  });

  it('are coloured in a terminal only', () => {
    const line = JSON.stringify({ level: 'error', time, msg: 'm' });
    expect(readableLines('a', line, plain).join('')).not.toContain('\u001b');
    expect(readableLines('a', line, { ...plain, colour: true }).join('')).toContain('\u001b[');
  });

  it('show an error with its stack, each line with the name of the app', () => {
    const line = JSON.stringify({
      level: 'error',
      time,
      msg: 'failed',
      err: { type: 'E', message: 'x', stack: 'E: x\n    at a (b.js:1:2)' },
    });
    const lines = readableLines('a', line, { ...plain, width: 1 });
    expect(lines[0]).toMatch(/^a │ \[12:00:01\] ERROR: failed/);
    expect(lines.join('\n')).toContain('at a (b.js:1:2)');
    for (const text of lines) expect(text).toMatch(/^a │ /);
  });

  it('escape control characters and repeat the name, so that output cannot forge lines of others or move the cursor', () => {
    const line = JSON.stringify({ level: 'info', time, msg: 'x\nready: all is well', path: '\u001b[2J', 'k\u0007': '\u009b1m' });
    for (const text of [...readableLines('a', line, plain), ...readableLines('a', 'raw \u001b[31m text', plain)]) {
      expect(text).toMatch(/^a {14}│ /);
      expect(text).not.toMatch(/(?!\t)\p{Cc}/u);
    }
  });

  it.each(['{"level":30', '[]', 'null', 'plain text', ''])('print anything that is not a log entry unchanged: %p', (line) => {
    expect(readableLines('a', line, plain)).toEqual([`a              │ ${line}`]);
  });
});
