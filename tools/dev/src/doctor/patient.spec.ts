import { UnusableArguments } from '@sync/embedded-services';
import { readPatient } from './patient';

const id = '01960000-0000-7000-8000-00000000000A';

describe('whom the doctor looks at', () => {
  it('a connection by its id, or a shop by its address and system', () => {
    expect(readPatient(['--connection', id])).toEqual({ connectionId: id.toLowerCase() });
    expect(readPatient(['--base-url', 'https://shop.example', '--system', 'commerce_b'])).toEqual({
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
  ])('%j is refused, and nothing of it is repeated: it may be a credential', (args) => {
    let refusal: unknown;
    try {
      readPatient(args);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(UnusableArguments);
    expect((refusal as Error).message).not.toContain('canary');
  });
});
