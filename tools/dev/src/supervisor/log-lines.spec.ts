import { readableLines } from './log-lines';

const plain = { colour: false, width: 14 };
const time = new Date(2026, 0, 5, 12, 0, 1).getTime();

describe('readable log lines', () => {
  it('show app, time, level, message and key=value pairs', () => {
    const line = JSON.stringify({
      level: 30,
      time,
      pid: 1,
      hostname: 'h',
      msg: 'message',
      key: 'value',
      n: 3,
      words: 'two words',
      list: [1],
    });
    expect(readableLines('connection-api', line, plain)).toEqual([
      'connection-api │ 12:00:01 info message key=value n=3 words="two words" list=[1]',
    ]);
  });

  it('pad the name, so that the lines of all apps align', () => {
    expect(readableLines('worker', 'plain text', plain)).toEqual(['worker         │ plain text']);
  });

  it('are coloured in a terminal only', () => {
    const line = JSON.stringify({ level: 50, time, msg: 'm' });
    expect(readableLines('a', line, plain).join('')).not.toContain('\u001b');
    expect(readableLines('a', line, { ...plain, colour: true }).join('')).toContain('\u001b[31m');
  });

  it('show an error with its stack', () => {
    const line = JSON.stringify({
      level: 50,
      time,
      msg: 'failed',
      err: { type: 'TypeError', message: 'x is not y', stack: 'TypeError: x is not y\n    at a (b.js:1:2)' },
    });
    expect(readableLines('a', line, plain)).toEqual([
      'a              │ 12:00:01 error failed TypeError: x is not y',
      'a              │   at a (b.js:1:2)',
    ]);
  });

  it('escape control characters, so that output cannot forge lines or move the cursor', () => {
    const line = JSON.stringify({ level: 30, time, msg: 'x\nready: all is well', path: '\u001b[2J', 'k\u0007': '\u009b1m' });
    const [only, ...more] = readableLines('a', line, plain);
    expect(more).toEqual([]);
    expect(only).toContain('x\\x0aready: all is well');
    expect(only).not.toMatch(/(?!\t)\p{Cc}/u);
    expect(readableLines('a', 'raw \u001b[31m text', plain)[0]).not.toContain('\u001b');
  });

  it.each(['{"level":30', '{"no":"level"}', '[]', 'null', ''])('print anything that is not a log entry unchanged: %p', (line) => {
    expect(readableLines('a', line, plain)).toEqual([`a              │ ${line}`]);
  });
});
