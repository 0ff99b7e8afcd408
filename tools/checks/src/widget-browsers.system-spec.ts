import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path: string) => readFileSync(path, 'utf8');
const scripts = ['connector-widget.js', 'widget.js', 'webhooks-widget.js', 'widgets.js']
  .map((file) => read(join('dist/apps/widgets', file)))
  .join('\n');
const styles = readdirSync('apps/widgets/src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => read(join('apps/widgets/src', name)).replace(/\/\*[\s\S]*?\*\//g, ''))
  .join('\n');

/** Features that came after 2018, with the first Chrome, Firefox and Safari that support them (caniuse.com, MDN). */
const recent: Record<string, [chrome: number, firefox: number, safari: number]> = {
  'AbortSignal.any': [116, 124, 17.4],
  'AbortSignal.timeout': [103, 100, 16],
  'Intl.Locale': [74, 75, 14],
  'Intl.RelativeTimeFormat': [71, 65, 14],
  'Object.fromEntries': [73, 63, 12.1],
  'Object.hasOwn': [93, 92, 15.4],
  'new CSSStyleSheet': [73, 101, 16.4],
  'accent-color': [93, 92, 15.4],
  'overflow-wrap: anywhere': [80, 65, 15.4],
  'appearance: none': [84, 80, 15.4],
  'container-type': [105, 110, 16],
  '@container': [105, 110, 16],
  '@media (forced-colors': [89, 81, 16],
  '@media (prefers-reduced-motion': [74, 63, 10.1],
  "content: … / ''": [77, 128, 17.4],
  'border-inline-color': [87, 66, 14.1],
  'color-scheme': [81, 96, 13],
  'inset-block-start': [87, 63, 14.1],
  'inset-inline-end': [87, 63, 14.1],
  'inset-inline-start': [87, 63, 14.1],
  'padding-block': [87, 66, 14.1],
  'padding-inline': [87, 66, 14.1],
  'text-underline-offset': [87, 70, 12.1],
  rotate: [104, 72, 14.1],
  ':focus-visible': [86, 85, 15.4],
  ':has(': [105, 121, 15.4],
  ':is(': [88, 78, 14],
  'clamp(': [79, 75, 13.1],
  'color-mix(': [111, 113, 16.2],
  'light-dark(': [123, 120, 17.5],
  es2022: [94, 93, 16.4],
  es2023: [110, 115, 16],
};

/** Features that every browser had before. */
const established = new Set(
  `Array.from Array.isArray Date.now Date.parse Intl.DateTimeFormat Intl.NumberFormat JSON.stringify Math.abs Math.ceil Math.floor Math.max Math.min Math.trunc Number.isNaN Object.assign
  HTMLElement.prototype Object.defineProperty Object.entries Object.getOwnPropertyDescriptor Object.getPrototypeOf Object.keys Object.prototype Object.values Promise.resolve Promise.all Reflect.defineProperty
  new AbortController new CustomEvent new Date new Error new Map new MutationObserver new Promise new RegExp new Set new URL new WeakMap
  align-content align-items all animation appearance background block-size border border-block-start border-block-start-color border-block-start-width border-color border-radius border-style
  border-width box-shadow box-sizing clip-path color content counter-increment counter-reset cursor display flex flex-basis flex-wrap float font font-size
  font-variant-numeric font-weight gap grid-area grid-template-columns height inline-size justify-content justify-items justify-self line-height list-style
  margin margin-block-start margin-inline-start max-block-size max-inline-size min-block-size min-height min-inline-size opacity outline outline-offset
  overflow overflow-wrap padding padding-block-start padding-inline-start pointer-events position text-align text-decoration text-overflow touch-action
  visibility white-space width @keyframes :after ::after ::before :checked :host :first-child :host( :hover calc( counter( inset( var( margin-block-end
  margin-inline-end border-block-end-color grid-column minmax(
  polygon( writing-mode JSON.parse Math.floor Math.trunc place-content flex-direction :empty ::part(`
    .split(/\s+/)
    // Join the two words of each `new X`.
    .reduce<string[]>((names, name) => (names.at(-1) === 'new' ? [...names.slice(0, -1), `new ${name}`] : [...names, name]), []),
);

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([whole, name]) => name ?? whole);
const used = new Set([
  ...found(scripts, /(?<![\w$.])[A-Z][A-Za-z]{2,}\.[a-z]\w+/g),
  ...found(scripts, /\bnew [A-Z][A-Za-z]{2,}\b(?!\.)/g),
  ...found(scripts, /\bnew (Intl\.\w+)/g),
  ...found(styles, /^\s+([a-z][a-z-]+):/gm),
  ...found(styles, /(?<=[\s(,])[a-z-]+\((?!max-|min-)/g).filter((name) => name !== 'and('),
  ...found(styles, /::?[a-z-]+(?:\(|(?=[\s{,.:[)#*]))/g),
  // Syntax and built-in methods, by the newest standard the compiler allows.
  ...found(read('apps/widgets/tsconfig.json'), /es20\d\d(?=")/g),
  ...found(styles, /@media \([a-z-]+|@container|@keyframes/g),
  ...found(styles, /overflow-wrap: anywhere|appearance: none/g),
  ...(/content: [^;]+ \/ /.test(styles) ? ["content: … / ''"] : []),
  // Constructed by the class of the element's own document.
  ...(scripts.includes('CSSStyleSheet') ? ['new CSSStyleSheet'] : []),
]);

const [, ...built] = /'chrome(\d+)', 'firefox(\d+)', 'safari([\d.]+)'/.exec(read('tools/build/widgets.mjs')) ?? [];
const floor = built.map(Number);

describe('the oldest supported browsers', () => {
  it('are the ones docs/embedding.md names', () => {
    const [, ...documented] =
      /Chrome and Edge from (\d+), Firefox from (\d+), Safari from ([\d.]+)\./.exec(read('docs/embedding.md')) ?? [];
    expect(documented).toHaveLength(3);
    expect(built).toEqual(documented);
  });

  it('support every feature that the widgets use, and every used feature is listed here', () => {
    expect(used.size).toBeGreaterThan(100);
    expect([...used].filter((name) => !established.has(name) && !recent[name])).toEqual([]);
  });

  it.each(Object.entries(recent))('support %s', (name, since) => {
    expect([name, used.has(name)]).toEqual([name, true]);
    expect(since.filter((version, at) => version > (floor[at] ?? 0))).toEqual([]);
  });
});
