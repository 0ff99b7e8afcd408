import { languages } from '../language/language';
import { sharedTexts } from '../language/shared-texts';
import { labelIn, ownKeys, textsOf } from './config-texts';
import { labelKeys } from './known-labels';

const keys = [...Object.keys(sharedTexts.en), ...ownKeys, ...labelKeys];

describe('the texts', () => {
  it.each(languages)('%s says everything, with the same names to fill in', (language) => {
    const [texts, english] = [textsOf(language), textsOf('en')] as unknown as Record<string, string>[];
    expect(Object.keys(texts!).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect(texts![key]).toMatch(/\S/);
      expect([key, texts![key]?.match(/\{\w+\}/g)]).toEqual([key, english![key]?.match(/\{\w+\}/g)]);
    }
  });

  it.each(languages.filter((language) => language !== 'en'))(
    '%s is not English: nothing but names of things may be the same',
    (language) => {
      const [texts, english] = [textsOf(language), textsOf('en')] as unknown as Record<string, string>[];
      expect(keys.filter((key) => texts![key] === english![key])).toEqual([]);
    },
  );
});

describe('labels that come from the service', () => {
  const german = textsOf('de');

  it.each([
    ['direction', 'Direction', 'Richtung'],
    ['outgoing', 'From the shop', 'Vom Shop'],
    ['data_types', 'Data types', 'Datenarten'],
    ['every_six_hours', 'Every six hours', 'Alle sechs Stunden'],
  ])('a known one of %s is shown in the language of the page', (name, label, text) => {
    expect(labelIn(german, name, label)).toBe(text);
  });

  it.each([
    ['direction', 'Which way'],
    ['Direction', 'Direction'],
    ['colour', 'Direction'],
    ['__proto__', 'x'],
    ['constructor', 'Object'],
    [5, 'Direction'],
    [undefined, 'undefined'],
    ['', ''],
  ])('any other one of %j is shown as it comes: %s', (name, label) => {
    expect(labelIn(german, name, label)).toBe(label);
  });
});
