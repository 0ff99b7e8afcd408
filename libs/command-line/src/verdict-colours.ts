import { styleText } from 'node:util';

const colours = { ok: 'green', missed: 'yellow', failed: 'red' } as const;

export type Verdict = keyof typeof colours;

/** The text in the colour of the verdict if the stream is a terminal and NO_COLOR is not set. */
export function inVerdictColour(verdict: Verdict, text: string, stream: { isTTY?: boolean } = process.stdout): string {
  if (!stream.isTTY || process.env.NO_COLOR) return text;
  return styleText(colours[verdict], text, { validateStream: false });
}
