import { join } from 'node:path';
import { evaluated } from './evaluated.mjs';

const facts = '\0platform-facts';

/**
 * A Rollup plugin that gives the widgets only the facts of platforms that they show. The others, such as headers and variables, would take
 * more than a kilobyte of each script. `folder`: of the repository.
 */
export function platformFacts(folder) {
  return {
    name: 'platform-facts',
    resolveId: (source) => (source === '@sync/platforms' ? facts : null),
    async load(id) {
      if (id !== facts) return null;
      const module = await evaluated(join(folder, 'libs/platforms/src/index.ts'));
      const shown = Object.values(module.platforms).map(({ driver, name, plugin }) => ({
        driver,
        name,
        plugin: plugin && { links: plugin.links, settingsPath: plugin.settingsPath },
      }));
      return `export const platforms = ${JSON.stringify(shown)};\nexport const shops = platforms.filter(({ plugin }) => plugin);`;
    },
  };
}
