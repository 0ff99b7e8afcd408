import type { Finding } from '../api/representations';
import { useText } from '../language/use-language';

const tones: Readonly<Record<Finding['verdict'], string>> = { good: 'good', notice: 'waiting', problem: 'bad', 'left out': 'off' };

/** Checks of a shop, each with the likely cause, what was seen and what to do. In the words of the doctor, which are English. */
export function FindingList({ of }: { of: readonly Finding[] }) {
  const t = useText();
  return (
    <ul className="findings">
      {of.map(({ name, title, verdict, evidence, cause, advice }) => (
        <li key={name}>
          <span className={`badge badge-${tones[verdict]}`}>{t(`verdict.${verdict}`)}</span>
          <div>
            <p lang="en">
              <strong>{cause ?? title}</strong>
            </p>
            {advice && (
              <p className="advice">
                {t('doctor.advice')} <span lang="en">{advice}</span>
              </p>
            )}
            <p className="hint">
              {cause && (
                <>
                  {t('doctor.checked')}: <span lang="en">{title}.</span> {t('doctor.seen')}:{' '}
                </>
              )}
              <span lang="en">{evidence}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
