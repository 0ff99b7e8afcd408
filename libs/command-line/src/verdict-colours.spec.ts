import { inVerdictColour } from './verdict-colours';

describe('colours of a verdict', () => {
  const { NO_COLOR: before } = process.env;
  beforeEach(() => {
    delete process.env.NO_COLOR;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.NO_COLOR;
    else process.env.NO_COLOR = before;
  });

  it.each([
    ['ok', '32'],
    ['missed', '33'],
    ['failed', '31'],
  ] as const)('%s has its own in a terminal', (verdict, code) => {
    expect(inVerdictColour(verdict, 'text', { isTTY: true })).toBe(`\u001b[${code}mtext\u001b[39m`);
  });

  it('is plain elsewhere, and where NO_COLOR is set', () => {
    expect(inVerdictColour('ok', 'text', { isTTY: false })).toBe('text');
    process.env.NO_COLOR = '1';
    expect(inVerdictColour('ok', 'text', { isTTY: true })).toBe('text');
  });
});
