import { dirname, resolve } from 'node:path';
import { evaluated } from './evaluated.mjs';

const packed = '\0widget-texts';
const separator = '|';

function joined(texts) {
  if (texts.some((text) => text.includes(separator))) throw new Error(`A text of the widgets has "${separator}": ${texts.join('\n')}`);
  return JSON.stringify(texts.join(separator));
}

function packedTexts(byLanguage) {
  const keys = Object.keys(byLanguage.en);
  const lists = Object.entries(byLanguage).map(([language, texts]) => `${language}: ${joined(keys.map((key) => texts[key]))}`);
  return `/* @__PURE__ */ unpacked(${joined(keys)}, { ${lists.join(', ')} })`;
}

/** The same exports as the module's, with each key once instead of once per language. */
export async function packedModule(path) {
  const exported = Object.entries(await evaluated(path));
  return `
    const unpacked = (keys, lists) => Object.fromEntries(Object.entries(lists).map(([language, list]) => {
      const texts = list.split('${separator}');
      return [language, Object.fromEntries(keys.split('${separator}').map((key, at) => [key, texts[at]]))];
    }));
    ${exported.map(([name, value]) => `export const ${name} = ${Array.isArray(value) ? JSON.stringify(value) : packedTexts(value)};`).join('\n')}
  `;
}

/** A Rollup plugin that packs the texts, which are most of each script. `path`: of the module with the texts, without extension. */
export function widgetTexts(path) {
  return {
    name: 'widget-texts',
    resolveId: (source, importer) => (importer && resolve(dirname(importer), source) === path ? packed : null),
    load: (id) => (id === packed ? packedModule(`${path}.ts`) : null),
  };
}
