import { randomBytes } from 'node:crypto';
import { pluginScript } from './plugin-script';
import { pluginSection, recordsSection, webhooksSection } from './page-sections';
import { pageStyle } from './page-style';
import { recordsScript } from './records-script';
import { sharedScript } from './shared-script';
import { webhooksScript } from './webhooks-script';

export interface ControlPage {
  /** The shop's name. */
  name: string;
  platform: string;
  collections: readonly string[];
  /** The service's address that the page offers. */
  serviceUrl?: string | undefined;
}

interface Part {
  html: string;
  script: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Only the sections for which the shop has an action. */
function partsOf({ collections, serviceUrl = '' }: ControlPage, actions: readonly string[]): Part[] {
  return [
    ...(actions.includes('finalise') ? [{ html: pluginSection(escaped(serviceUrl)), script: pluginScript }] : []),
    { html: recordsSection(collections.map(escaped)), script: recordsScript },
    ...(actions.includes('renew-webhooks') ? [{ html: webhooksSection, script: webhooksScript }] : []),
  ];
}

/**
 * The settings of a demo shop's plugin, and the shop's records to add, change and delete by hand. `actions`: names of the shop's control actions.
 * Only the page's own script and style run, and it sends requests to its own shop only.
 */
export function controlPage(page: ControlPage, actions: readonly string[]): { headers: Record<string, string>; html: string } {
  const nonce = randomBytes(16).toString('base64');
  const parts = partsOf(page, actions);
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.name)}: plugin settings</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${pageStyle}</style>
</head>
<body>
<main>
<h1>${escaped(page.name)}</h1>
<p class="quiet">A demo shop of ${escaped(page.platform)} with made-up people and goods. This page works on this computer only.</p>
<noscript><p>This page needs JavaScript.</p></noscript>
${parts.map(({ html: part }) => part).join('\n')}
</main>
<script nonce="${nonce}">${[sharedScript, ...parts.map(({ script }) => script)].join('')}</script>
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
