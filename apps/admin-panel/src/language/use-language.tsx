import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Me } from '../api/representations';
import { store, stored } from '../ui/stored-preference';
import { chooseLanguage, filled, isText, localeOf, texts, type Language, type TextKey } from './language';

/** By their names in braces. */
export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: Values) => string;

export interface LanguageState {
  language: Language;
  /** The language as the browser's user writes dates and numbers in it: `en-GB`. */
  locale: string;
  setLanguage: (language: Language) => void;
  t: Translate;
}

const LanguageContext = createContext<LanguageState | null>(null);

/** A browser may name none. */
const browserLanguages: readonly string[] = navigator.languages ?? [];

/** The chosen language, else the browser's. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(() => chooseLanguage([stored('language'), ...browserLanguages]));
  useEffect(() => void (document.documentElement.lang = language), [language]);
  const t = useCallback<Translate>((key, values) => filled(texts[language][key], values), [language]);
  const choose = useCallback((chosen: Language) => {
    store('language', chosen);
    setLanguage(chosen);
  }, []);
  const state = useMemo(() => ({ language, locale: localeOf(language, browserLanguages), setLanguage: choose, t }), [language, choose, t]);
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('Outside of LanguageProvider');
  return state;
}

/** The texts of the chosen language. */
export function useText(): Translate {
  return useLanguage().t;
}

interface Actor {
  actor: string;
  actor_name: string | null;
  actor_role: Me['role'] | null;
}

/** Who did something, at the beginning of a sentence: `Anna (Support)`. An unknown kind stays as it is. */
export function actorText(t: Translate, { actor, actor_name: name, actor_role: role }: Actor): string {
  if (name !== null) return role === null ? name : t('actor.named', { name, role: t(`role.${role}`) });
  const key = `actor.${actor.split(':')[0] ?? ''}`;
  return isText(key) ? t(key) : actor;
}
