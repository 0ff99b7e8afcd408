/** Fields have no name, so that no browser can put their values into an address. */
export function pluginSection(serviceUrl: string): string {
  return `<section aria-labelledby="plugin-title"><h2 id="plugin-title">Connection to the service</h2>
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
}

export function recordsSection(collections: readonly string[]): string {
  const options = collections.map((collection) => `<option${collection === 'orders' ? ' selected' : ''}>${collection}</option>`).join('');
  return `<section aria-labelledby="records-title"><h2 id="records-title">Records</h2>
<table><thead><tr><th scope="col">List</th><th scope="col">Records</th><th scope="col">Latest ids</th></tr></thead><tbody id="totals"></tbody></table>
<form id="choose" method="post"><h3>Add or show one</h3>
<div class="row"><div><label for="collection">List</label><select id="collection">${options}</select></div>
<div><label for="id">Id</label><input id="id" inputmode="numeric" autocomplete="off"></div>
<button type="submit">Show</button>
<button type="button" id="add">Add a new one</button></div>
</form>
<p id="records-said" class="said" role="status"></p>
<form id="editor" method="post" hidden><h3 id="editor-title" tabindex="-1"></h3>
<div id="fields" class="grid"></div>
<div class="row"><button type="submit" class="main">Save changes</button>
<button type="button" id="remove">Delete</button></div>
<details><summary>The whole record</summary><pre id="whole" tabindex="0" aria-label="The whole record as JSON"></pre></details>
</form>
</section>`;
}

export const webhooksSection = `<section aria-labelledby="webhooks-title"><h2 id="webhooks-title">Webhooks</h2>
<p>A connected shop sends every change to the service. Connecting sets this up; set it up again here.</p>
<form id="renew" method="post"><div class="row"><div class="wide"><label for="delivery">Deliver to</label><input id="delivery" type="url" placeholder="http://127.0.0.1:8080/api/webhooks/…" autocomplete="off" spellcheck="false"></div>
<button type="submit">Set up webhooks</button>
<button type="button" id="look">Refresh</button></div>
</form>
<p id="webhooks-said" class="said" role="status"></p>
<p id="sent"></p>
<ul id="webhooks"></ul>
</section>`;
