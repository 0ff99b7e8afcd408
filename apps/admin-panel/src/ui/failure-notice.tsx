import { ApiFailure } from '../api/api-failure';
import { Said } from '../language/said';
import { useText, type Translate } from '../language/use-language';

/** Kinds whose cause only the service can name. */
const explained: readonly string[] = ['conflict', 'invalid', 'broken'];

function failureText(t: Translate, failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return t('failure.broken');
  const { kind, retryAfterSeconds } = failure;
  return kind === 'throttled' && retryAfterSeconds !== null
    ? t('failure.throttledFor', { seconds: retryAfterSeconds })
    : t(`failure.${kind}`);
}

/** What went wrong, in words, and what the service adds to it. */
export function FailureNotice({ failure, text, retry }: { failure: unknown; text?: string; retry?: () => void }) {
  const t = useText();
  const detail = failure instanceof ApiFailure && explained.includes(failure.kind) && text === undefined ? failure.detail : null;
  const fields = failure instanceof ApiFailure && text === undefined ? Object.values(failure.fields) : [];
  return (
    <div className="notice notice-bad" role="alert">
      <p>{text ?? failureText(t, failure)}</p>
      {(fields.length > 0 ? fields : [detail]).map(
        (line) =>
          line && (
            <p key={line}>
              <Said text={line} />
            </p>
          ),
      )}
      {failure instanceof ApiFailure && failure.kind === 'broken' && failure.requestId !== null && (
        <p>{t('failure.requestId', { id: failure.requestId })}</p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}
