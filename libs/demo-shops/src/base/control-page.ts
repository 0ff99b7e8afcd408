import { randomBytes } from 'node:crypto';
import { pageScript } from './control-page-script';

export interface ControlPage {
  /** The shop's name. */
  name: string;
  platform: string;
  collections: readonly string[];
  /** The service's address that the page offers. */
  serviceUrl?: string | undefined;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Light or dark like the system; fits a screen of 320 px. */
const style = `
:root { color-scheme: light dark; --line: #c4c4c4; --quiet: #555; --strong: #1d4ed8; --on-strong: #fff; --bad: #b00020; --good: #146c2e; }
@media (prefers-color-scheme: dark) { :root { --line: #4a4a4a; --quiet: #bdbdbd; --strong: #93b4ff; --on-strong: #0b1220; --bad: #ff9a9a; --good: #7fd99a; } }
* { box-sizing: border-box; }
html { background: Canvas; color: CanvasText; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin-block: .5rem; } h2 { font-size: 1.2rem; margin-block: 0 .5rem; } h3 { font-size: 1rem; margin-block: 1rem .25rem; } p { margin-block: .25rem; }
section { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin-block: 1rem; }
.quiet { color: var(--quiet); font-size: .9rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-block: .5rem; } .row > .wide { flex: 1 1 14rem; min-width: 0; }
label { display: block; font-size: .9rem; font-weight: 600; }
input, select, button, textarea { font: inherit; padding: .35rem .7rem; min-height: 2.5rem; max-width: 100%; border: 1px solid var(--quiet); border-radius: .35rem; background: Canvas; color: CanvasText; }
.wide input, textarea { width: 100%; } #id { width: 7rem; } input[readonly], textarea { font-family: ui-monospace, monospace; }
[aria-invalid=true] { border-color: var(--bad); outline: 1px solid var(--bad); }
button { cursor: pointer; } button.main { background: var(--strong); border-color: var(--strong); color: var(--on-strong); } button.small { min-height: 2rem; padding: .1rem .5rem; }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; overflow-wrap: break-word; } th, td { text-align: start; vertical-align: middle; padding: .4rem .75rem .4rem 0; border-block-end: 1px solid var(--line); }
.ids { display: flex; flex-wrap: wrap; gap: .35rem; } [hidden] { display: none !important; }
.said:empty { display: none; } .said { border-inline-start: .25rem solid var(--good); padding-inline-start: .6rem; margin-block: .75rem; } .said.bad { border-color: var(--bad); color: var(--bad); }
@media (max-width: 30rem) { body { padding: .5rem; } section { padding: .75rem; } .ids button:nth-child(n+4) { display: none; } }
`;

/** Fields have no name, so that no browser can put their values into an address. */
const pluginSection = (serviceUrl: string): string => `
<section aria-labelledby="plugin-title"><h2 id="plugin-title">Connection to the service</h2>
<p>The settings of this shop's plugin.</p>
<div class="row"><div class="wide"><label for="service">Address of the service</label><input id="service" type="url" value="${serviceUrl}" placeholder="http://127.0.0.1:8080" autocomplete="off" spellcheck="false"></div></div>
<form id="finalise" method="post"><h3>With a token from the service</h3>
<p class="quiet" id="token-hint">The page of the service shows a connection token. Paste it here. It works once and expires soon.</p>
<div class="row"><div class="wide"><label for="token">Connection token</label><input id="token" aria-describedby="token-hint" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
<button type="submit" class="main">Connect this shop</button></div>
</form>
<form id="register" method="post"><h3>Without a token</h3>
<p class="quiet">Register the shop here first. You get a token for the page of the service.</p>
<div class="row"><button type="submit">Register this shop</button></div>
</form>
<div id="handed" class="row" hidden><div class="wide"><label for="new-token">Token for the page of the service</label><input id="new-token" readonly autocomplete="off"></div>
<button type="button" id="copy">Copy</button></div>
<p id="plugin-said" class="said" role="status"></p>
</section>`;

const recordsSection = (collections: readonly string[]): string => `
<section aria-labelledby="records-title"><h2 id="records-title">Records</h2>
<table><thead><tr><th scope="col">List</th><th scope="col">Records</th><th scope="col">Latest ids</th></tr></thead><tbody id="totals"></tbody></table>
<form id="choose" method="post"><h3>Add or show one</h3>
<div class="row"><div><label for="collection">List</label><select id="collection">${collections.map((name) => `<option>${escaped(name)}</option>`).join('')}</select></div>
<div><label for="id">Id</label><input id="id" inputmode="numeric" autocomplete="off"></div>
<button type="submit">Show</button>
<button type="button" id="add">Add a new one</button></div>
</form>
<p id="records-said" class="said" role="status"></p>
<form id="editor" method="post" hidden><h3 id="editor-title" tabindex="-1"></h3>
<label for="record">The record as JSON</label><textarea id="record" rows="16" spellcheck="false"></textarea>
<div class="row"><button type="submit" class="main">Save changes</button>
<button type="button" id="remove">Delete</button></div>
</form>
</section>`;

const webhooksSection = `
<section aria-labelledby="webhooks-title"><h2 id="webhooks-title">Webhooks</h2>
<p>A connected shop sends every change to the service. Connecting sets this up; set it up again here.</p>
<form id="renew" method="post"><div class="row"><div class="wide"><label for="delivery">Deliver to</label><input id="delivery" type="url" placeholder="http://127.0.0.1:8080/api/webhooks/…" autocomplete="off" spellcheck="false"></div>
<button type="submit">Set up webhooks</button>
<button type="button" id="look">Refresh</button></div>
</form>
<p id="webhooks-said" class="said" role="status"></p>
<p id="sent"></p>
<ul id="webhooks"></ul>
</section>`;

/**
 * The settings of a demo shop's plugin, and the shop's records to add, change and delete by hand. Only the page's own script and style run, and
 * it sends requests to its own shop only.
 */
export function controlPage(page: ControlPage, hasWebhooks: boolean): { headers: Record<string, string>; html: string } {
  const nonce = randomBytes(16).toString('base64');
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.name)}: plugin settings</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escaped(page.name)}</h1>
<p class="quiet">A demo shop of ${escaped(page.platform)} with made-up people and goods. This page works on this computer only.</p>
<noscript><p>This page needs JavaScript.</p></noscript>
${pluginSection(escaped(page.serviceUrl ?? ''))}${recordsSection(page.collections)}${hasWebhooks ? webhooksSection : ''}
</main>
<script nonce="${nonce}">${pageScript}</script>
</body>
</html>
`;
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
  return { headers, html };
}
