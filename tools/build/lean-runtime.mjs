// Takes out of Stencil's runtime what our elements never reach: 1.3 kB of the 15 kB that a widget may have, compressed.
import { readFile } from 'node:fs/promises';

/** Replaces a whole declaration at the top level. */
const declaration = (name, body) => [new RegExp(`\\nvar ${name} = [\\s\\S]*?\\n};\\n`), `\nvar ${name} = ${body};\n`];

const cuts = [
  // Every browser that the scripts are made for has constructed style sheets: there is no <style> to fall back to, and no nonce for it.
  declaration('registerStyle', '(id, css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); styles.set(id, sheet); }'),
  declaration('addStyle', '(root, meta) => { root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles.get(getScopeId(meta))]; }'),
  declaration('attachStyles', '(ref) => addStyle(ref.$hostElement$.shadowRoot, ref.$cmpMeta$)'),
  // No watchers.
  [/const entry = [\s\S]*?\n {14}\}\);/, ''],
  // Fields are assigned, not defined (tsconfig), and properties have no getters and setters of their own.
  declaration('reWireGetterSetter', '() => {}'),
  [/const \{ get: origGetter[\s\S]*?4096 \/\* Setter \*\/;\n/, ''],
  [/origGetter \? origGetter\.apply\(this\) : /, ''],
  [/if \(origSetter\) \{[\s\S]*?return;\n {12}\}/, ''],
  // Time measurements that measure nothing, and words about mistakes that the build has refused already.
  [/const end\w+ = createTime\([^;]*\);|\n\s*end[A-Z]\w+\(\);/g, ''],
  [/throw new Error\([\s\S]*?\);/g, 'throw new Error();'],
];

/** Throws when a part is not there: another version of Stencil, which must be read again. */
function lean(runtime) {
  return cuts.reduce((text, [part, instead]) => {
    if (text.search(part) < 0) throw new Error(`Stencil's runtime has no longer what tools/build/lean-runtime.mjs cuts: ${part}`);
    return text.replace(part, () => instead);
  }, runtime);
}

/** A plugin of esbuild. */
export const leanRuntime = {
  name: 'lean-runtime',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]index\.js$/ }, async ({ path }) => ({ contents: lean(await readFile(path, 'utf8')) }));
  },
};

/** Names that only Stencil's runtime uses, and only within one script; not `__lookupSetter__`, which is the browser's. */
export const runtimeNames = /^\$.+\$$/;
