import { webhooksTexts, type Language } from '../language/texts';

/** Every text of the element by key. */
export type WebhooksTexts = ReturnType<typeof textsOf>;

export function textsOf(language: Language) {
  return webhooksTexts[language];
}

/** An event type in words; one that this version does not know, as the service calls it. */
export function eventText(type: string, texts: WebhooksTexts): string {
  const key = type.replace('.', '_');
  return Object.hasOwn(texts, key) ? texts[key as keyof WebhooksTexts] : type;
}
