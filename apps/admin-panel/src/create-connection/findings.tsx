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
                <span className={`badge badge-${tones[verdict]}`}>{t(`findings.verdict.${verdict}`)}</span> <b lang="en">{title}</b>
              </p>
              <p lang="en">{evidence}</p>
              {cause && (
                <p>
                  {t('findings.cause')}: <span lang="en">{cause}</span>
                </p>
              )}
              {advice && (
                <p>
                  {t('findings.advice')}: <span lang="en">{advice}</span>
                </p>
              )}
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
