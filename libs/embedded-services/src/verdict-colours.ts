import { styleText } from 'node:util';

const colours = { ok: 'green', missed: 'yellow', failed: 'red' } as const;

export type Verdict = keyof typeof colours;

/** The text in the colour of the verdict if the stream is a terminal. Respects NO_COLOR and FORCE_COLOR. */
export function inVerdictColour(verdict: Verdict, text: string, stream: NodeJS.WritableStream = process.stdout): string {
  return styleText(colours[verdict], text, { stream });
}
