import { admin } from './admin/admin';
import type { Command } from './command';
import { doctor } from './doctor/doctor';
import { erase } from './erase/erase';
import { failedTasks } from './failed-tasks/failed-tasks';
import { keysRotate } from './keys-rotate/keys-rotate';
import { migrate } from './migrate/migrate';
import { quota } from './quota/quota';

/** By the name on the command line. A new command needs one line here, and one in `tools/dev/commands.mjs`. */
export const commands: Readonly<Record<string, Command>> = {
  migrate,
  'failed-tasks': failedTasks,
  doctor,
  erase,
  quota,
  'keys:rotate': keysRotate,
  admin,
};
