import { configTexts, knownLabels, sharedTexts, type Language } from '../language/texts';

/** Every text of the widget by key. */
export type ConfigTexts = ReturnType<typeof textsOf>;

export function textsOf(language: Language) {
  return { ...sharedTexts[language], ...configTexts[language], ...knownLabels[language] };
}

/** Translates a label, or a hint, that is the known English one; shows any other as the service sends it. */
export function labelIn(texts: ConfigTexts, name: unknown, label: string): string {
  const known = Object.entries(knownLabels.en).find(([key, english]) => key === name && english === label);
  return known ? texts[known[0] as keyof ConfigTexts] : label;
}

/** `name`: of the field or option that the hint belongs to. */
export function hintIn(texts: ConfigTexts, name: unknown, hint: string | undefined): string | undefined {
  return hint && labelIn(texts, `${String(name)}_hint`, hint);
}
