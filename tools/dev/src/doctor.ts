import 'reflect-metadata';
import { inVerdictColour, runCommand } from '@sync/embedded-services';
import { examineTarget } from './doctor/examine-target';
import { usage } from './doctor/target';

const { env: environment, stdin: input } = process;

/** `npm run doctor -- …` */
void runCommand(usage, async (args) => {
  process.exitCode = await examineTarget({
    args,
    environment,
    input,
    print: (text) => console.log(text),
    paint: inVerdictColour,
    printError: (reason) => console.error(reason),
  });
});
