import type { Finding } from '../api/representations';
import { useText } from '../language/use-language';

const tones: Readonly<Record<Finding['verdict'], string>> = { good: 'good', notice: 'waiting', problem: 'bad', 'left out': 'off' };

/** Checks of a shop, each with what was seen, the likely cause and what to do. In the words of the doctor, which are English. */
export function Findings({ of }: { of: readonly Finding[] }) {
  const t = useText();
  return (
    <ul className="findings">
      {of.map(({ name, title, verdict, evidence, cause, advice }) => (
        <li key={name}>
          <span className={`badge badge-${tones[verdict]}`}>{t(`verdict.${verdict}`)}</span>
          <div>
            <p lang="en">
              <strong>{title}</strong>
            </p>
            <p lang="en" className="hint">
              {evidence}
            </p>
            {cause && <p lang="en">{cause}</p>}
            {advice && (
              <p className="advice">
                <strong>{t('doctor.advice')}</strong> <span lang="en">{advice}</span>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
