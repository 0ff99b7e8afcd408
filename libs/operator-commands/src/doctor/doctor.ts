import { inVerdictColour } from '@sync/command-line';
import type { Command } from '../command';
import { examineTarget } from './examine-target';
import { usage } from './target';

/** Exit code: 0 no problem, 1 problem found, 2 could not examine. */
export const doctor: Command = {
  does: 'Says why a shop does not work.',
  usage,
  cannotRunCode: 2,
  run: async (args, surroundings) => {
    const print = (text: string) => process.stdout.write(`${text}\n`);
    return (await examineTarget({ args, surroundings, input: process.stdin, print, paint: inVerdictColour })) ? 0 : 1;
  },
};
