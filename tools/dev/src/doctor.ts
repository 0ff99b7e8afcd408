import 'reflect-metadata';
import { examinePatient } from './doctor/examine-patient';

const { env: environment, stdin: input } = process;

/** `npm run doctor -- …` */
void examinePatient({
  args: process.argv.slice(2),
  environment,
  input,
  print: (text) => console.log(text),
  complain: (reason) => console.error(reason),
}).then((code) => {
  process.exitCode = code;
});
