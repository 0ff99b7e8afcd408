import type { ApiFailure } from '../api/api-failure';
import { saidIn } from '../language/service-texts';
import { useLanguage } from '../language/use-language';

/** Why the service refused fields, by their pointer into the request. English where the panel does not know the sentence. */
export function useRefusedFields(failure: ApiFailure | null): Readonly<Record<string, string>> {
  const { language } = useLanguage();
  return Object.fromEntries(Object.entries(failure?.fields ?? {}).map(([pointer, said]) => [pointer, saidIn(language, said) ?? said]));
}
