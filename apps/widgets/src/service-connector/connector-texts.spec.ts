import { languages } from '../language/language';
import { ownKeys, textsOf } from './connector-texts';
import { translations } from './translations';

const blanks = (text: string) => text.match(/\{\w+\}/g) ?? [];

describe.each(languages)('the texts in %s', (language) => {
  const texts = textsOf(language);

  it('there is one for each key, with the blanks of the English one', () => {
    const english = textsOf('en');
    for (const key of ownKeys) {
      expect(texts[key].trim()).not.toBe('');
      expect([key, blanks(texts[key])]).toEqual([key, blanks(english[key])]);
    }
    expect(translations[language]).toHaveLength(ownKeys.length);
  });

  it('are not those of another language', () => {
    const same = languages.filter((other) => other !== language && textsOf(other).nextBefore === texts.nextBefore);
    expect(same).toEqual([]);
  });
});
