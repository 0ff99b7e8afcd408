import { useEffect, useReducer } from 'react';
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

/** Browsers wait no longer. */
const maxTimerMs = 2 ** 31 - 1;

/** When something happens next: never a time that has passed, for then it happens now. */
export function Next({ at, later, now }: { at: string; later: string; now: string }) {
  const [, again] = useReducer((times: number) => times + 1, 0);
  const restMs = Date.parse(at) - Date.now();
  const isPast = restMs <= 0;
  useEffect(() => {
    if (isPast) return undefined;
    const timer = setTimeout(again, Math.min(Date.parse(at) - Date.now(), maxTimerMs));
    return () => clearTimeout(timer);
  }, [at, isPast]);
  if (isPast) return now;
  return (
    <>
      {later} <At at={at} />
    </>
  );
}
