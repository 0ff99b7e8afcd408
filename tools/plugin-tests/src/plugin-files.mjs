import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The variable is for the tests of this harness. */
export const pluginsFolder = process.env.PLUGINS_FOLDER ?? join(import.meta.dirname, '../../../plugins');

/** Those that a plugin promises to run on. */
export const phpVersions = ['7.4', '8.0', '8.1', '8.2', '8.3', '8.4', '8.5'];

/** Relative to the folder `plugins`, with slashes. */
export const phpFiles = readdirSync(pluginsFolder, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.php'))
  .sort();

export const testFiles = phpFiles.filter((name) => name.endsWith('.test.php'));
