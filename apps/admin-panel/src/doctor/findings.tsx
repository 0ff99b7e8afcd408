import type { Finding } from '../api/representations';
import { useText } from '../language/use-language';
import { FindingList } from './finding-list';

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
