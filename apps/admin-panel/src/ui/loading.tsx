import { useText } from '../language/use-language';

/** Appears after a moment, so that a quick response does not flicker. */
export function Loading() {
  const t = useText();
  return (
    <p className="loading" role="status">
      {t('loading')}
    </p>
  );
}
