import { readableLines } from './log-lines';

const plain = { colour: false, width: 14 };
const time = new Date(2026, 0, 5, 12, 0, 1).getTime();

describe('readable log lines', () => {
  it('are prefixed with the app: time, level, message, key=value', () => {
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

  it('pad the name, so that the lines of all apps stand under one another', () => {
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

  it('cannot be faked or move the cursor: control characters are shown, not obeyed', () => {
    const line = JSON.stringify({ level: 30, time, msg: 'x\nready: all is well', path: '\u001b[2J', 'k\u0007': '\u009b1m' });
    const [only, ...more] = readableLines('a', line, plain);
    expect(more).toEqual([]);
    expect(only).toContain('x\\x0aready: all is well');
    expect(only).not.toMatch(/(?!\t)\p{Cc}/u);
    expect(readableLines('a', 'raw \u001b[31m text', plain)[0]).not.toContain('\u001b');
  });

  it.each(['{"level":30', '{"no":"level"}', '[]', 'null', ''])('print what is no log entry as it is: %p', (line) => {
    expect(readableLines('a', line, plain)).toEqual([`a              │ ${line}`]);
  });
});
