import { UnusableArguments } from '@sync/command-line';
import { readTarget } from './target';

const id = '01960000-0000-7000-8000-00000000000A';

describe('target of the doctor', () => {
  it('is a connection id, or a base URL with a system', () => {
    expect(readTarget(['--connection', id])).toEqual({ connectionId: id.toLowerCase() });
    expect(readTarget(['--base-url', 'https://shop.example', '--system', 'commerce_b'])).toEqual({
      baseUrl: 'https://shop.example',
      driver: 'commerce_b',
    });
  });

  it.each([
    [[]],
    [['--connection', 'canary']],
    [['--connection', id, '--system', 'commerce_a']],
    [['--base-url', 'https://canary.example']],
    [['--base-url', 'https://canary.example', '--system', 'canary']],
    [['--base-url', 'https://canary.example', '--system', 'commerce_a', '--api-key', 'canary']],
    [['--base-url', 'https://canary.example', '--system', 'commerce_a', '--credentials=canary']],
    [['--connection', id, 'canary']],
    [['canary']],
  ])('rejects %j without repeating it: it may contain a credential', (args) => {
    let refusal: unknown;
    try {
      readTarget(args);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(UnusableArguments);
    expect((refusal as Error).message).not.toContain('canary');
  });
});
