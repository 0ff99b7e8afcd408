import { platforms } from '@sync/platforms';
import { hintIn, labelIn, textsOf } from './config-texts';

const shopConfiguration = platforms.commerceA.configuration;

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
