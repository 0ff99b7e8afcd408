import { languages } from '../language/language';
import { sharedTexts } from '../language/shared-texts';
import { ownKeys } from './config-text-keys';
import { labelIn, textsOf } from './config-texts';
import { labelKeys } from './known-labels';

const keys = [...Object.keys(sharedTexts.en), ...ownKeys, ...labelKeys];

describe('the texts', () => {
  it.each(languages)('%s has every text, with the placeholders of the English one', (language) => {
    const [texts, english] = [textsOf(language), textsOf('en')] as unknown as Record<string, string>[];
    expect(Object.keys(texts!).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect(texts![key]).toMatch(/\S/);
      expect([key, texts![key]?.match(/\{\w+\}/g)]).toEqual([key, english![key]?.match(/\{\w+\}/g)]);
    }
  });

  it.each(languages.filter((language) => language !== 'en'))('%s shares no text with English', (language) => {
    const [texts, english] = [textsOf(language), textsOf('en')] as unknown as Record<string, string>[];
    expect(keys.filter((key) => texts![key] === english![key])).toEqual([]);
  });
});

describe('labels from the service', () => {
  const german = textsOf('de');

  it.each([
    ['direction', 'Direction', 'Richtung'],
    ['outgoing', 'From the shop', 'Vom Shop'],
    ['data_types', 'Data types', 'Datenarten'],
    ['every_six_hours', 'Every six hours', 'Alle sechs Stunden'],
  ])('the known label of %s is translated: %s becomes %s', (name, label, text) => {
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
  ])('any other label of %j is shown as it is: %s', (name, label) => {
    expect(labelIn(german, name, label)).toBe(label);
  });
});
