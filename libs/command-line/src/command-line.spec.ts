import { readArguments, UnusableArguments } from './command-line';

const options = { json: { type: 'boolean', default: false }, turns: { type: 'string', default: '3' } } as const;

describe('readArguments', () => {
  it('parses options with defaults, and positional arguments if allowed', () => {
    expect(readArguments(['--json'], options).values).toEqual({ json: true, turns: '3' });
    expect(readArguments(['one', '--turns', '5', 'two'], options, true)).toMatchObject({
      values: { turns: '5' },
      positionals: ['one', 'two'],
    });
  });

  it.each([
    [['--what'], "Unknown option '--what'."],
    [['now'], "Unexpected argument 'now'."],
    [['--turns'], "Option '--turns <value>' argument missing."],
    [['--turns', '--json'], "Option '--turns' argument is ambiguous."],
    [['--json=yes'], "Option '--json' does not take an argument."],
  ])('rejects %j in one line', (args, line) => {
    const attempt = () => readArguments(args, options);
    expect(attempt).toThrow(UnusableArguments);
    expect(attempt).toThrow(new RegExp(`^${line.replace('.', '\\.')}$`));
  });
});
