import { decode } from 'html-entities';

/** What a reader sees of a piece of HTML; null for nothing. */
export function readable(html: unknown): string | null {
  if (typeof html !== 'string') return null;
  const text = decode(html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '').replace(/<\/?[a-z][^>]*>/gi, ' '));
  return text.trim() === '' ? null : text;
}

/** The text itself; null for blank text. */
export function filled(text: unknown): string | null {
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/** Without white space around it; null for blank text. */
export function trimmed(text: unknown): string | null {
  return filled(text)?.trim() ?? null;
}
