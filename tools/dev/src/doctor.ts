import 'reflect-metadata';
import { runCommand } from '@sync/embedded-services';
import { examinePatient } from './doctor/examine-patient';
import { usage } from './doctor/patient';

const { env: environment, stdin: input } = process;

/** `npm run doctor -- …` */
void runCommand(usage, async (args) => {
  process.exitCode = await examinePatient({
    args,
    environment,
    input,
    print: (text) => console.log(text),
    complain: (reason) => console.error(reason),
  });
});
