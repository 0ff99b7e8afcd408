import { runInNewContext } from 'node:vm';
import { loggableError } from './loggable-error';

describe('loggableError', () => {
  it('keeps name, code, status and stack frames, and nothing else', () => {
    const error = Object.assign(new TypeError('postgres://user:canary@host'), {
      code: 'ECONNREFUSED',
      status: 503,
      config: { auth: 'canary' },
    });
    const logged = loggableError(error);
    expect(logged).toEqual({ name: 'TypeError', code: 'ECONNREFUSED', status: 503, stack: expect.stringMatching(/^at .+:\d+:\d+/) });
    expect(JSON.stringify(logged)).not.toContain('canary');
  });

  it.each([
    ['a multi-line message with lines that look like frames', 'refused\n    at canary (canary:1:1)\n    at canary'],
    ['a message that was replaced after the error was created', 'first'],
  ])('keeps no part of %s', (_, message) => {
    const error = new Error(message);
    if (message === 'first') {
      error.stack = `Error: canary\n    at canary\n${error.stack?.split('\n').slice(1).join('\n') ?? ''}`;
      error.message = 'another';
    }
    expect(JSON.stringify(loggableError(error))).not.toContain('canary');
  });

  it('drops a code or status that is not a plain value', () => {
    const odd = { code: 'canary with words', status: 'canary', stack: undefined };
    expect(loggableError(Object.assign(new Error(''), odd))).toEqual({ name: 'Error' });
    expect(loggableError(Object.assign(new Error(''), { ...odd, code: 42 }))).toEqual({ name: 'Error' });
  });

  it('recognises errors of another realm, and names the type of other values', () => {
    const text = `Object.assign(new AggregateError([new Error('canary')]), { code: 'ECONNREFUSED', stack: '' })`;
    expect(loggableError(runInNewContext(text))).toEqual({ name: 'AggregateError', code: 'ECONNREFUSED' });
    expect(loggableError({ message: 'canary' })).toEqual({ name: 'object' });
    expect(loggableError(undefined)).toEqual({ name: 'undefined' });
  });
});
