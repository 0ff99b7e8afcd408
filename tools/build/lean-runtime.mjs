// Takes out of Stencil's runtime what our elements never reach, 2.2 kB of the 15 kB that a widget may have, compressed, and keeps out of it what pages add to all objects.
import { readFile } from 'node:fs/promises';

/** Replaces a whole declaration at the top level. */
const declaration = (name, body) => [new RegExp(`\\nvar ${name} = [\\s\\S]*?\\n};\\n`), `\nvar ${name} = ${body};\n`];

const cuts = [
  // Every browser that the scripts are made for has constructed style sheets: there is no <style> to fall back to, and no nonce for it.
  declaration('registerStyle', '(id, css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); styles.set(id, sheet); }'),
  declaration('addStyle', '(root, meta) => { root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles.get(getScopeId(meta))]; }'),
  declaration('attachStyles', '(ref) => addStyle(ref.$hostElement$.shadowRoot, ref.$cmpMeta$)'),
  declaration('disconnectedCallback', '() => {}'),
  [/if \(globalStyleSheet [\s\S]*?\n {2}\}\n\}/, '}'],
  // No watchers.
  [/const entry = [\s\S]*?\n {14}\}\);/, ''],
  // Fields are assigned, not defined (tsconfig), and properties have no getters and setters of their own.
  declaration('reWireGetterSetter', '() => {}'),
  [/const \{ get: origGetter[\s\S]*?4096 \/\* Setter \*\/;\n/, ''],
  [/origGetter \? origGetter\.apply\(this\) : /, ''],
  [/if \(origSetter\) \{[\s\S]*?return;\n {12}\}/, ''],
  // Rendering waits neither for promises nor for elements of the page that are made with Stencil, too, and tells the window nothing.
  declaration('attachToAncestor', '() => {}'),
  declaration(
    'updateComponent',
    '(ref, element, isFirst) => { if (isFirst) attachStyles(ref); callRender(ref, element, element, isFirst); postUpdateComponent(ref); }',
  ),
  declaration(
    'dispatchHooks',
    "(ref, isFirst) => { safeCall(ref.$hostElement$, 'componentWillRender'); updateComponent(ref, ref.$hostElement$, isFirst); }",
  ),
  declaration('postUpdateComponent', "(ref) => safeCall(ref.$hostElement$, 'componentDidRender')"),
  [/let ancestorComponent = elm;[\s\S]*?\n {8}\}/, ''],
  [
    /const ancestorComponent = hostRef\.\$ancestorComponent\$;\n {4}const schedule = [\s\S]*?\n {4}\} else \{\n {6}schedule\(\);\n {4}\}/,
    'scheduleUpdate(hostRef, true);',
  ],
  [/hostRef\.\$onReadyPromise\$ = new Promise[\s\S]*?\["s-rc"\] = \[\];/, ''],
  [/const cmpTag = elm[^\n]*\n[^\n]*\n/, ''],
  [/\} else \{\n {6}if \(hostRef == null \? void 0 : hostRef\.\$lazyInstance\$\)[\s\S]*?fireConnectedCallback\(\)\);\n {6}\}/, ''],
  // Parts of pages that ours do not have.
  [/ else if \(memberName\[0\] === "a" && memberName\.startsWith\("attr:"\)\)[\s\S]*?catch \(e\) \{\n {4}\}\n {4}return;\n {2}\}/, ''],
  [/if \(typeof value === "object" && value && "baseVal" in value\) \{[\s\S]*?\n {2}\}/, ''],
  // What a script of the page adds to Object.prototype or Array.prototype, or puts in place of Array.from, is no affair of ours.
  [/let child = null;/, '$& if (vnodeData) vnodeData = { __proto__: null, ...vnodeData };'],
  [/vnodeData\.className \|\| /, ''],
  [/oldVnode\.\$attrs\$ \|\| \{\}/, 'oldVnode.$attrs$ || { __proto__: null }'],
  [/newVnode\.\$attrs\$ \|\| \{\}/, 'newVnode.$attrs$ || { __proto__: null }'],
  [/mode: "open"/, '__proto__: null, $&'],
  [/get\(\) \{\n {14}\{/, '__proto__: null, $&'],
  [/set\(newValue\) \{\n {12}const ref/, '__proto__: null, $&'],
  [/value: cmpMeta\.\$tagName\$/, '__proto__: null, $&'],
  [/Array\.from\(\s*\/\* @__PURE__ \*\/ new Set\(\[\s*\.\.\.Object\.keys[^\n]*\n([\s\S]*?)\n {8}\]\)\n {6}\)/, '[$1]'],
  // Time measurements that measure nothing, and words about mistakes that the build has refused already.
  [/const end\w+ = createTime\([^;]*\);|\n\s*end[A-Z]\w+\(\);/g, ''],
  [/throw new Error\([\s\S]*?\);/g, 'throw new Error();'],
];

/** Throws when a part is not there: another version of Stencil, which must be read again. */
function lean(runtime) {
  return cuts.reduce((text, [part, instead]) => {
    if (text.search(part) < 0) throw new Error(`Stencil's runtime has no longer what tools/build/lean-runtime.mjs cuts: ${part}`);
    return text.replace(part, instead);
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
