/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | readonly Html[];

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('\n') : escaped(String(part));
}

/** Escapes every part that is not HTML. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => (index === 0 ? text : textOf(parts[index - 1] ?? '') + text)).join(''));
}

/** The Markdown of our own texts: paragraphs, lists, bold and code. */
export function prose(text: string): Html {
  const blocks = text.trim().split(/\n{2,}/);
  return html`${blocks.map((block) => (block.startsWith('- ') ? listOf(block) : html`<p>${inline(block)}</p>`))}`;
}

function listOf(block: string): Html {
  return html`<ul>
    ${block
      .split(/\n?^- /m)
      .filter(Boolean)
      .map((item) => html`<li>${inline(item)}</li>`)}
  </ul>`;
}

export function inline(text: string): Html {
  const marked = escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
  return new Html(marked.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'));
}
