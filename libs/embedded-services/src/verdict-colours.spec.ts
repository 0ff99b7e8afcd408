import { Writable } from 'node:stream';
import { inVerdictColour } from './verdict-colours';

/** As the stream of a terminal with colours. */
const stream = (isTTY: boolean) => Object.assign(new Writable(), { isTTY, getColorDepth: () => (process.env.NO_COLOR ? 1 : 8) });

describe('colours of a verdict', () => {
  const before = { ...process.env };
  beforeEach(() => {
    delete process.env.FORCE_COLOR;
    delete process.env.NO_COLOR;
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it.each([
    ['ok', '32'],
    ['missed', '33'],
    ['failed', '31'],
  ] as const)('%s has its own in a terminal', (verdict, code) => {
    expect(inVerdictColour(verdict, 'text', stream(true))).toBe(`\u001b[${code}mtext\u001b[39m`);
  });

  it('is plain elsewhere, and where NO_COLOR is set', () => {
    expect(inVerdictColour('ok', 'text', stream(false))).toBe('text');
    process.env.NO_COLOR = '1';
    expect(inVerdictColour('ok', 'text', stream(true))).toBe('text');
  });
});
