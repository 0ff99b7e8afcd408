import type { Tree } from '@nx/devkit';
import { CannotGenerate } from './cannot-generate';
import { places } from './workspace-places';

const idPrefix = '01960000-0000-7000-8000-';
const systemIds = new RegExp(`systemId: '${idPrefix}([0-9a-f]{12})'`, 'g');
const driverNames = /driver: '([^']+)'/g;

/** What the descriptors have taken. */
export interface KnownPlatforms {
  drivers: string[];
  /** Free: one above the highest. */
  nextSystemId: string;
}

/** Throws CannotGenerate when no descriptor names a driver and an id. */
export function knownPlatforms(tree: Tree): KnownPlatforms {
  const texts = tree
    .children(places.descriptors)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => tree.read(`${places.descriptors}/${file}`, 'utf8') ?? '');
  const ids = texts.flatMap((text) => [...text.matchAll(systemIds)].map(([, digits = '']) => Number.parseInt(digits, 16)));
  const drivers = texts.flatMap((text) => [...text.matchAll(driverNames)].map(([, driver = '']) => driver));
  if (ids.length === 0 || drivers.length === 0)
    throw new CannotGenerate(`${places.descriptors} has no descriptor with a driver and a systemId to count on from.`);
  return { drivers, nextSystemId: idPrefix + (Math.max(...ids) + 1).toString(16).padStart(12, '0') };
}
