import type { DoctorRun, Finding } from '../api/representations';
import { useText } from '../language/use-language';
import { Ago, At } from '../ui/time';
import { Findings } from './findings';

/** What needs attention, the worst first. */
const concerning = ['problem', 'notice'] as const satisfies Finding['verdict'][];

/** The result of one examination: what needs attention first, the rest on request. */
export function Examination({ run: { findings, error, created_at: at } }: { run: DoctorRun }) {
  const t = useText();
  const of = (verdict: Finding['verdict']) => findings?.filter((finding) => finding.verdict === verdict) ?? [];
  const concerns = concerning.flatMap(of);
  const others = [...of('left out'), ...of('good')];
  return (
    <>
      <p className="hint">
        {t('doctor.examined')}: <At at={at} /> (<Ago at={at} />)
      </p>
      {findings ? (
        <p>
          <strong>
            {concerns.length === 0
              ? t('doctor.allGood')
              : t('doctor.sum', { problems: of('problem').length, notices: of('notice').length })}
          </strong>
        </p>
      ) : (
        <div className="notice notice-bad">
          <p>{t('doctor.failed')}</p>
          <p lang="en">{error}</p>
        </div>
      )}
      <Findings of={concerns} />
      {others.length > 0 && (
        <details>
          <summary>{t('doctor.others', { count: others.length })}</summary>
          <Findings of={others} />
        </details>
      )}
    </>
  );
}
