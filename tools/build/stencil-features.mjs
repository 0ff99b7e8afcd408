const runtime = /[/\\]@stencil[/\\]core[/\\]internal[/\\]client[/\\]index\.js$/;
/** For developers of elements; each names an own cause, and the stack says which it was. */
const messages = /throw new Error\(\s*(`[^`]*`|"[^"]*")\s*\)/g;

/** Names of attributes that begin with `attr:` or `prop:`, which no view has. */
const prefixes = /BUILD\d*\.vdomPropOrAttr && memberName\[0\] === "[ap]"/g;

/**
 * A Rollup plugin that turns off features of Stencil's runtime that neither element uses and Stencil includes all the same: elements do not
 * wait for each other, and adopt their own style sheets. It sets the constants by which Stencil itself leaves features out.
 */
export function stencilFeatures() {
  return {
    name: 'stencil-features',
    async transform(code, id) {
      if (runtime.test(id)) return code.replace(messages, 'throw new Error("Stencil")').replace(prefixes, 'false');
      if (id !== '@stencil/core/internal/app-data') return null;
      const { NAMESPACE, BUILD, Env } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
      const features = {
        ...BUILD,
        asyncLoading: false,
        attachStyles: false,
        constructableCSS: false,
        cssAnnotations: false,
      };
      return Object.entries({ NAMESPACE, BUILD: features, Env })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
