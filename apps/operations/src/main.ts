import 'reflect-metadata';
import { inDeployment, runCommandLine } from '@sync/operator-commands';

await runCommandLine(process.argv.slice(2), inDeployment());
