import { dateAndTime, relativeTime } from '../language/formats';
import { useLanguage } from '../language/use-language';

/** An instant as a reader counts: how long ago, with the exact time as a tooltip. */
export function Ago({ at }: { at: string }) {
  const { locale } = useLanguage();
  return (
    <time dateTime={at} title={dateAndTime(locale, at)}>
      {relativeTime(locale, at, Date.now())}
    </time>
  );
}

/** An instant, exactly. Null: the given text, or a dash. */
export function At({ at, otherwise }: { at: string | null; otherwise?: string }) {
  const { locale, t } = useLanguage();
  return at === null ? (otherwise ?? t('none')) : <time dateTime={at}>{dateAndTime(locale, at)}</time>;
}
