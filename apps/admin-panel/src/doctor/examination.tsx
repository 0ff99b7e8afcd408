import type { DoctorRun } from '../api/representations';
import { useText } from '../language/use-language';
import { Ago, At } from '../ui/time';
import { Findings } from './findings';

/** The result of one examination. */
export function Examination({ run: { findings, error, created_at: at } }: { run: DoctorRun }) {
  const t = useText();
  return (
    <>
      <p className="hint">
        {t('doctor.examined')}: <At at={at} /> (<Ago at={at} />)
      </p>
      {findings ? (
        <Findings of={findings} />
      ) : (
        <div className="notice notice-bad">
          <p>{t('doctor.failed')}</p>
          <p lang="en">{error}</p>
        </div>
      )}
    </>
  );
}
