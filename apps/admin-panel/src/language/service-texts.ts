import german from './service-texts.de.json';
import { filled, type Language } from './language';

/** What the service says, by its English form. Names in braces stand for any text. */
const tables: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = { de: german };

interface Pattern {
  expression: RegExp;
  text: string;
}

const patterns = Object.fromEntries(
  Object.entries(tables).map(([language, table]) => [language, Object.entries(table).map(patternOf)]),
) as Readonly<Partial<Record<Language, readonly Pattern[]>>>;

function patternOf([english, text]: [string, string]): Pattern {
  const literal = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return { expression: new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.+?)')}$`), text };
}

/** The sentences of a message in the language. Null if one of them is unknown: half a translation reads worse than none. */
export function saidIn(language: Language, message: string): string | null {
  const known = patterns[language];
  if (!known) return message;
  const sentences = message.split(/(?<=\.) (?=[A-Z])/).map((sentence) => translated(known, sentence));
  return sentences.includes(null) ? null : sentences.join(' ');
}

function translated(known: readonly Pattern[], text: string): string | null {
  for (const { expression, text: target } of known) {
    const values = expression.exec(text)?.groups;
    if (values)
      return filled(target, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, translated(known, value) ?? value])));
    if (expression.test(text)) return target;
  }
  return null;
}
