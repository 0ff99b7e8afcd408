export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'ar'] as const;
export type Language = (typeof languages)[number];

/** How one user reads: a language that there are texts in, and the whole tag for dates and numbers. */
export interface Locale {
  language: Language;
  /** BCP 47, for example `de-AT`. */
  tag: string;
  direction: 'ltr' | 'rtl';
}

/** The first tag that is valid and whose language is known; English otherwise. */
export function localeOf(tags: readonly (string | null | undefined)[]): Locale {
  for (const tag of tags) {
    const locale = tag ? known(tag) : null;
    if (locale) return locale;
  }
  return { language: 'en', tag: 'en', direction: 'ltr' };
}

function known(tag: string): Locale | null {
  try {
    const wanted = new Intl.Locale(tag.trim().replace(/_/g, '-'));
    const language = languages.find((code) => code === wanted.language);
    return language ? { language, tag: wanted.toString(), direction: language === 'ar' ? 'rtl' : 'ltr' } : null;
  } catch {
    return null;
  }
}

/** The `lang` of the page as it holds at this element, also from within somebody else's shadow root. */
export function pageLanguage(element: Element): string | null {
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    const lang = at instanceof Element && at.getAttribute('lang');
    if (lang) return lang;
  }
  return null;
}

/** The template with `{name}` replaced by the values of that name. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
