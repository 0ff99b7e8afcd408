import type { Finding } from '../api/representations';
import { Said } from '../language/said';
import { useText } from '../language/use-language';

/** What needs attention, the worst first. */
const concerning = ['problem', 'notice'] as const satisfies Finding['verdict'][];

/** What the doctor found: what needs attention first, the rest on request. */
export function Findings({ of: findings }: { of: readonly Finding[] }) {
  const t = useText();
  const of = (verdict: Finding['verdict']) => findings.filter((finding) => finding.verdict === verdict);
  const concerns = concerning.flatMap(of);
  const others = [...of('left out'), ...of('good')];
  return (
    <>
      <p>
        <strong>
          {concerns.length === 0 ? t('doctor.allGood') : t('doctor.sum', { problems: of('problem').length, notices: of('notice').length })}
        </strong>
      </p>
      <FindingList of={concerns} />
      {others.length > 0 && (
        <details>
          <summary>{t('doctor.others', { count: others.length })}</summary>
          <FindingList of={others} />
        </details>
      )}
    </>
  );
}

const tones: Readonly<Record<Finding['verdict'], string>> = { good: 'good', notice: 'waiting', problem: 'bad', 'left out': 'off' };

/** Checks of a shop, each with the likely cause, what was seen and what to do. */
function FindingList({ of }: { of: readonly Finding[] }) {
  const t = useText();
  return (
    <ul className="findings">
      {of.map(({ name, title, verdict, evidence, cause, advice }) => (
        <li key={name}>
          <span className={`badge badge-${tones[verdict]}`}>{t(`verdict.${verdict}`)}</span>
          <div>
            <p>
              <strong>
                <Said text={cause ?? title} />
              </strong>
            </p>
            {advice && (
              <p className="advice">
                {t('doctor.advice')} <Said text={advice} />
              </p>
            )}
            <p className="hint">
              {cause && (
                <>
                  {t('doctor.checked')}: <Said text={title} />. {t('doctor.seen')}:{' '}
                </>
              )}
              <Said text={evidence} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
