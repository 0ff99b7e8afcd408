import doctor from './doctor-texts.de.json';
import refusals from './refusal-texts.de.json';
import german from './service-texts.de.json';
import { filled, type Language } from './language';

/** What the service says, by its English form: the first that fits. Names in braces stand for any text, `{number}` for what begins with a digit. */
const tables: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  de: { ...german, ...doctor, ...refusals },
};

interface Pattern {
  expression: RegExp;
  text: string;
}

const patterns = Object.fromEntries(
  Object.entries(tables).map(([language, table]) => [language, Object.entries(table).map(patternOf)]),
) as Readonly<Partial<Record<Language, readonly Pattern[]>>>;

function patternOf([english, text]: [string, string]): Pattern {
  const literal = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = literal.replace('{number}', '(?<number>\\d.*?)').replace(/\{(\w+)\}/g, '(?<$1>.+?)');
  return { expression: new RegExp(`^${pattern}$`), text };
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
    if (values) return filled(target, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, partsIn(known, value)])));
    if (expression.test(text)) return target;
  }
  return null;
}

/** A value may be a list, whose parts are translated where they are known: names and numbers stay. */
function partsIn(known: readonly Pattern[], value: string): string {
  return (
    translated(known, value) ??
    value
      .split(/([,;] | and )/)
      .map((part) => translated(known, part) ?? part)
      .join('')
  );
}
