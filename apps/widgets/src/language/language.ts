export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'ar'] as const;
export type Language = (typeof languages)[number];

/** How one user reads: a language that there are texts in, and the whole tag for dates and numbers. */
export interface Locale {
  language: Language;
  /** BCP 47, for example `de-AT`. */
  tag: string;
  direction: 'ltr' | 'rtl';
}

/** That of a tag when it is among ours; English otherwise. */
export function localeOf(tag: string): Locale {
  try {
    const wanted = new Intl.Locale(tag.trim().replace(/_/g, '-'));
    const language = languages.find((code) => code === wanted.language);
    if (language) return { language, tag: wanted.toString(), direction: language === 'ar' ? 'rtl' : 'ltr' };
  } catch {
    // No tag at all.
  }
  return { language: 'en', tag: 'en', direction: 'ltr' };
}

/** Of an element: `locale` of the page counts most, then its `lang`; the browser's only when neither says anything. */
export function localeAt(element: Element, locale?: string): Locale {
  return localeOf(locale || pageLanguage(element) || navigator.language);
}

/** It is told of each change of the document's `lang` until it is disconnected. */
export function observeLanguage(observer: MutationObserver): void {
  // The browser looks for its options in all that an object inherits.
  observer.observe(document.documentElement, { __proto__: null, attributeFilter: ['lang'] } as MutationObserverInit);
}

/** The `lang` of the page as it holds at this element, also from within somebody else's shadow root. */
function pageLanguage(element: Element): string | null {
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
