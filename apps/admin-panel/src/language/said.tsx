import { saidIn } from './service-texts';
import { useLanguage } from './use-language';

/** What the service says in English: in the language of the panel where it knows the sentences, else as it is. */
export function Said({ text }: { text: string }) {
  const { language } = useLanguage();
  const translated = saidIn(language, text);
  return <span lang={translated === null ? 'en' : language}>{translated ?? text}</span>;
}
