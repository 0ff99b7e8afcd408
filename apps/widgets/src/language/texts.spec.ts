import * as files from './languages';
import { languages, type Language } from './texts';

/** Every text by its path: `config.heading`. */
const flat = (texts: object) =>
  Object.entries(texts).flatMap(([part, own]) => Object.entries(own).map(([key, text]) => [`${part}.${key}`, text]));
const textsOf = (language: Language) => {
  const { direction, ...texts } = files[language];
  return { direction, texts: Object.fromEntries(flat(texts)) as Record<string, string> };
};
const placeholders = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort();
const english = textsOf('en').texts;
const keys = Object.keys(english);
/** Some languages have the English word. */
const alike = ['connector.open', 'connector.plugins', 'connector.modules'];

describe.each(languages)('the texts in %s', (language) => {
  const { direction, texts } = textsOf(language);

  it('say everything, with the placeholders of the English ones', () => {
    expect(Object.keys(texts)).toEqual(keys);
    for (const key of keys) {
      expect([key, texts[key]]).toEqual([key, expect.stringMatching(/\S/)]);
      expect([key, placeholders(texts[key])]).toEqual([key, placeholders(english[key])]);
    }
  });

  it('have a direction', () => expect(['ltr', 'rtl']).toContain(direction));

  it('are not copied from another language', () => {
    const same = languages.filter(
      (other) => other !== language && textsOf(other).texts['connector.nextBefore'] === texts['connector.nextBefore'],
    );
    expect(same).toEqual([]);
    const copied = keys.filter((key) => language !== 'en' && !alike.includes(key) && texts[key] === english[key]);
    expect(copied).toEqual([]);
  });
});
