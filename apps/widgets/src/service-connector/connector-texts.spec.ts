import { languages } from '../language/language';
import { ownKeys } from './connector-text-keys';
import { textsOf } from './connector-texts';
import { translations } from './translations';

const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? [];

describe.each(languages)('the texts in %s', (language) => {
  const texts = textsOf(language);

  it('have one for each key, with the placeholders of the English text', () => {
    const english = textsOf('en');
    for (const key of ownKeys) {
      expect(texts[key].trim()).not.toBe('');
      expect([key, placeholders(texts[key])]).toEqual([key, placeholders(english[key])]);
    }
    expect(translations[language]).toHaveLength(ownKeys.length);
  });

  it('are not copied from another language', () => {
    const same = languages.filter((other) => other !== language && textsOf(other).nextBefore === texts.nextBefore);
    expect(same).toEqual([]);
  });
});
