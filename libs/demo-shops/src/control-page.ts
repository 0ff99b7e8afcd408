import { randomBytes } from 'node:crypto';
import { controlPageScript } from './control-page-script';

export interface ControlPage {
  /** Of the shop. */
  name: string;
  platform: string;
  collections: readonly string[];
}

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 25%, transparent); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-block: 0 .5rem; }
section { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin-block: 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .25rem .5rem .25rem 0; border-block-end: 1px solid var(--line); }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-block: .5rem; }
label { display: block; font-size: .85rem; } input, select, button { font: inherit; padding: .35rem .6rem; min-height: 2.25rem; box-sizing: border-box; }
#fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .5rem; } #fields input { width: 100%; }
pre { overflow: auto; max-height: 20rem; } #said { min-height: 1.5rem; }
`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** A page to look at a demo shop's totals and to add, change and delete its records by hand. Only its own script and style run. */
export function controlPage({ name, platform, collections }: ControlPage): { headers: Record<string, string>; html: string } {
  const nonce = randomBytes(16).toString('base64');
  const options = collections.map((collection) => `<option>${escaped(collection)}</option>`).join('');
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(name)}: control</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<h1>${escaped(name)} <small>(${escaped(platform)}, demo)</small></h1>
<section aria-labelledby="totals-title"><h2 id="totals-title">Records</h2>
<table><thead><tr><th scope="col">List</th><th scope="col">Records</th><th scope="col">Latest ids</th></tr></thead><tbody id="totals"></tbody></table>
</section>
<section aria-labelledby="record-title"><h2 id="record-title">One record</h2>
<form id="record" class="row">
<div><label for="collection">List</label><select id="collection">${options}</select></div>
<div><label for="id">Id</label><input id="id" inputmode="numeric" pattern="[0-9]+" size="10"></div>
<button type="submit">Show</button>
<button type="button" id="add">Add a new one</button>
<button type="button" id="save" disabled>Save changes</button>
<button type="button" id="remove" disabled>Delete</button>
</form>
<p id="said" role="status"></p>
<div id="fields"></div>
<details><summary>The whole record</summary><pre id="whole" tabindex="0"></pre></details>
</section>
<script nonce="${nonce}">${controlPageScript}</script>
</body>
</html>
`;
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
  return { headers, html };
}
