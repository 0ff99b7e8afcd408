import type { Tree } from '@nx/devkit';
import { CannotGenerate } from './cannot-generate';
import { places } from './workspace-places';

export interface NextNumbers {
  /** Of the migration: it is one above the newest. */
  migration: string;
  /** Id of the system row. */
  systemId: string;
}

const systemIds = "'01960000-0000-7000-8000-";

/** Both follow the highest ones that any migration has. Throws CannotGenerate when there is none. */
export function nextNumbers(tree: Tree): NextNumbers {
  const sources = tree
    .children(places.migrations)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => tree.read(`${places.migrations}/${file}`, 'utf8') ?? '');
  const migrations = numbersIn(sources, /class \w*?(\d{13}) implements MigrationInterface/g, 10);
  const systems = numbersIn(sources, new RegExp(`${systemIds}([0-9a-f]{12})'`, 'g'), 16);
  if (migrations.length === 0 || systems.length === 0)
    throw new CannotGenerate(`${places.migrations} has no numbered migration, or none that adds systems: what comes next is not known.`);
  const systemNumber = (Math.max(...systems) + 1).toString(16).padStart(12, '0');
  return { migration: String(Math.max(...migrations) + 1), systemId: `${systemIds.slice(1)}${systemNumber}` };
}

function numbersIn(sources: readonly string[], pattern: RegExp, radix: number): number[] {
  return sources.flatMap((source) => [...source.matchAll(pattern)].map(([, digits = '']) => Number.parseInt(digits, radix)));
}
