import { platforms } from '@sync/platforms';
import { languages } from '../language/language';
import { sharedTexts } from '../language/shared-texts';
import { connectionKeys, ownKeys } from './config-text-keys';
import { hintIn, labelIn, textsOf } from './config-texts';
import { labelKeys } from './known-labels';

const shopConfiguration = platforms.commerceA.configuration;
const keys = [...Object.keys(sharedTexts.en), ...ownKeys, ...connectionKeys, ...labelKeys];

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

  it('known hints are translated, others are shown as they are', () => {
    const [incoming, both] = shopConfiguration.schema.fields[0]!.options.slice(1);
    expect(hintIn(german, 'incoming', incoming!.hint!)).toBe('Beendet das Lesen; in den Shop wird nichts geschrieben.');
    expect(hintIn(german, 'both', both!.hint!)).toBe('Liest nur; in den Shop wird nichts geschrieben.');
    expect(hintIn(german, 'incoming', 'Another one.')).toBe('Another one.');
    expect(hintIn(german, 'colour', undefined)).toBeUndefined();
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
