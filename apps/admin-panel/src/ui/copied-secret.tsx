import { useState } from 'react';
import { useText } from '../language/use-language';

/** A secret that is shown once, and a button that copies it. The outcome stands below: a dialog covers the notices of the page. */
export function CopiedSecret({ secret }: { secret: string }) {
  const t = useText();
  const [outcome, setOutcome] = useState<'token.copied' | 'token.notCopied' | null>(null);
  // A page without https has no clipboard.
  const copy = () => navigator.clipboard.writeText(secret);
  const copied = () => setOutcome('token.copied');
  const failed = () => setOutcome('token.notCopied');
  return (
    <>
      <div className="token">
        <code className="secret">{secret}</code>
        <button type="button" className="primary" onClick={() => void Promise.resolve().then(copy).then(copied, failed)}>
          {t('copy')}
        </button>
      </div>
      <p className="hint" role="status">
        {outcome && t(outcome)}
      </p>
    </>
  );
}
