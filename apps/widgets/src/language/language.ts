import { languages, rightToLeft, type Language } from './texts';

export interface Locale {
  /** The language of the texts. */
  language: Language;
  /** BCP 47, for dates and numbers, for example `de-AT`. */
  tag: string;
  direction: 'ltr' | 'rtl';
}

/** Falls back to English when the tag is malformed or its language has no texts. */
export function localeOf(tag: string): Locale {
  try {
    const parsed = new Intl.Locale(tag.trim().replace(/_/g, '-'));
    const language = languages.find((code) => code === parsed.language);
    if (language) return { language, tag: parsed.toString(), direction: rightToLeft.includes(language) ? 'rtl' : 'ltr' };
  } catch {
    // A malformed tag.
  }
  return { language: 'en', tag: 'en', direction: 'ltr' };
}

/** The element's `locale`, else the `lang` of the page, else the browser's language. */
export function localeAt(element: Element, locale?: string): Locale {
  return localeOf(locale || pageLanguage(element) || navigator.language);
}

/** Notifies the observer of changes to the document's `lang` until it disconnects. */
export function observeLanguage(observer: MutationObserver): void {
  // The null prototype hides options that the page may have added to Object.prototype.
  observer.observe(document.documentElement, { __proto__: null, attributeFilter: ['lang'] } as MutationObserverInit);
}

/** The nearest `lang` around the element, across shadow roots. */
function pageLanguage(element: Element): string | null {
  for (let node: Node | null = element; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
    const lang = node instanceof Element && node.getAttribute('lang');
    if (lang) return lang;
  }
  return null;
}

/** Replaces each `{name}` that has a value. */
export function interpolate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
