import { decode } from 'html-entities';
import { cleanText } from '@sync/records';

/** Elements whose text is not for readers. */
const hiddenElements = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'head']);

/** Elements that start a new line. */
const blockElements = new Set(
  (
    'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'
  ).split(' '),
);

const numericReference = /&#(?:x([\da-f]+)|(\d+));?/gi;

/** Decodes character references. As in a browser, each invalid one becomes U+FFFD: two halves of a pair, too, make no character. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return cleanText(
    decode(
      text.replace(numericReference, (reference, hex?: string, decimal?: string) => {
        const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
        return code >= 0xd800 && code <= 0xdfff ? '\uFFFD' : reference;
      }),
    ),
  );
}

/** Converts HTML to readable text: no tags, no scripts or styles, decoded entities, one line per block. Linear in the input. */
export function htmlToText(html: string): string {
  const plain = html.includes('<') ? withoutTags(html) : html;
  return decodeEntities(plain)
    .split('\n')
    .map((line) => line.replace(/[\t\r ]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function withoutTags(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) return parts.concat(html.slice(at)).join('');
    parts.push(html.slice(at, open));
    // `3 < 5` is text: a tag starts with a letter, slash, exclamation mark or question mark.
    if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) {
      // Apart from a tag that goes, or what follows that tag would look like one.
      parts.push(html[open + 1] === '<' ? '< ' : '<');
      at = open + 1;
      continue;
    }
    const name = tagName(html, open);
    const end = tagEnd(html, open);
    if (blockElements.has(name)) parts.push('\n');
    at = hiddenElements.has(name) && html[open + 1] !== '/' ? afterElement(html, name, end) : end;
  }
  return parts.join('');
}

function tagName(html: string, open: number): string {
  const from = html[open + 1] === '/' ? open + 2 : open + 1;
  return /^[a-z][a-z0-9]*/i.exec(html.slice(from, from + 20))?.[0].toLowerCase() ?? '';
}

/** The index after a tag or comment. A `>` within a quoted attribute does not end it. Like in a browser, an unclosed tag takes the rest. */
function tagEnd(html: string, open: number): number {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open + 4);
    return close === -1 ? html.length : close + 3;
  }
  for (let at = open + 1; at < html.length; at += 1) {
    const char = html[at];
    if (char === '>') return at + 1;
    if (char === '=' && (html[at + 1] === '"' || html[at + 1] === "'")) {
      const close = html.indexOf(html[at + 1] ?? '"', at + 2);
      if (close === -1) return html.length;
      at = close;
    }
  }
  return html.length;
}

function afterElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
  closing.lastIndex = from;
  const match = closing.exec(html);
  return match ? tagEnd(html, match.index) : html.length;
}
