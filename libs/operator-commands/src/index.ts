export { inDeployment } from './in-deployment';
export { bringUpToDate } from './migrate/bring-up-to-date';
export { runCommandLine } from './run-command-line';
export { CannotRun, type FoundDatabase, type Surroundings } from './surroundings';
