import { useEffect, useRef } from 'react';
import type { ApiFailure } from '../api/api-failure';
import type { ShopExamination } from '../api/representations';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Findings } from '../doctor/findings';

interface WhyUnverifiedProps {
  /** Both null: the shop doctor is still looking. */
  examination: { findings: ShopExamination | null; failure: ApiFailure | null };
}

/** Beside the form: that the shop was not connected, and why. */
export function WhyUnverified({ examination: { findings: found, failure } }: WhyUnverifiedProps) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  // On a narrow screen it is below the form.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [found]);
  const isExplained = found?.findings.some(({ verdict }) => verdict === 'problem' || verdict === 'notice') ?? true;
  return (
    <div className="form" ref={place}>
      <FailureNotice failure={null} text={t('create.unverified')} />
      {failure && <FailureNotice failure={failure} />}
      {!found && !failure && <p role="status">{t('create.examining')}</p>}
      {!isExplained && <p className="notice">{t('create.noReason')}</p>}
      {found && (
        <section className="card" aria-label={t('findings.title')}>
          <h2>{t('findings.title')}</h2>
          <Findings of={found.findings} />
        </section>
      )}
      {found?.is_complete === false && <p className="notice">{t('create.incomplete')}</p>}
    </div>
  );
}
