import { useEffect } from 'react';
import { languages, texts, type Language } from '../language/language';
import { useLanguage } from '../language/use-language';
import { usePreference } from '../ui/stored-preference';

const appearances = ['auto', 'light', 'dark'] as const;
const labels = { auto: 'appearanceAuto', light: 'appearanceLight', dark: 'appearanceDark' } as const;

/** Language and appearance. Both are kept in this browser. */
export function Preferences() {
  const { language, setLanguage, t } = useLanguage();
  const [appearance, setAppearance] = usePreference('appearance', appearances);
  useEffect(() => void (document.documentElement.dataset.appearance = appearance), [appearance]);
  return (
    <div className="preferences">
      <select aria-label={t('language')} value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {texts[one].languageName}
          </option>
        ))}
      </select>
      <select
        aria-label={t('appearance')}
        value={appearance}
        onChange={({ target }) => setAppearance(target.value as (typeof appearances)[number])}
      >
        {appearances.map((one) => (
          <option key={one} value={one}>
            {t(labels[one])}
          </option>
        ))}
      </select>
    </div>
  );
}
