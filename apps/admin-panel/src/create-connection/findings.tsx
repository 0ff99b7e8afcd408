import type { Finding } from '../api/representations';
import { useText } from '../language/use-language';

const tones = { problem: 'bad', notice: 'waiting' } as const;

/** What the shop doctor found: problems first, each with what to do. What is in order is only counted. */
export function Findings({ of }: { of: readonly Finding[] }) {
  const t = useText();
  const count = (verdict: Finding['verdict']) => of.filter((finding) => finding.verdict === verdict).length;
  return (
    <section className="card" aria-label={t('findings.title')}>
      <h2>{t('findings.title')}</h2>
      {(['problem', 'notice'] as const).flatMap((verdict) =>
        of
          .filter((finding) => finding.verdict === verdict)
          .map(({ name, title, evidence, cause, advice }) => (
            <div key={name} className="finding">
              <p>
                <span className={`badge badge-${tones[verdict]}`}>{t(`findings.verdict.${verdict}`)}</span>{' '}
                <b lang="en">{cause ?? evidence}</b>
              </p>
              {advice && (
                <p>
                  {t('findings.advice')}: <span lang="en">{advice}</span>
                </p>
              )}
              <p className="hint">
                {t('findings.checked')}: <span lang="en">{title}.</span> {t('findings.seen')}: <span lang="en">{evidence}</span>
              </p>
            </div>
          )),
      )}
      <p className="hint">
        {t('findings.inOrder', { count: count('good') })}
        {count('left out') > 0 && ` · ${t('findings.leftOut', { count: count('left out') })}`}
      </p>
    </section>
  );
}
