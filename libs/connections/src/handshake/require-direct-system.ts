import { RefusedValues, System } from '@sync/domain';
import type { EntityManager } from 'typeorm';

const maxNamed = 10;

/** Throws RefusedValues, which names the systems that there are. */
export async function requireDirectSystem(manager: EntityManager, slug: string): Promise<System> {
  const system = await manager.findOneBy(System, { slug, isDirect: true });
  if (system) return system;
  const known = await manager.find(System, {
    select: { slug: true },
    where: { isDirect: true },
    order: { slug: 'ASC' },
    take: maxNamed + 1,
  });
  const names = known.slice(0, maxNamed).map((one) => one.slug);
  const detail = `system_slug must be a direct system: ${names.join(', ')}${known.length > maxNamed ? ' or another' : ''}`;
  throw new RefusedValues([{ pointer: '/system_slug', detail }]);
}
