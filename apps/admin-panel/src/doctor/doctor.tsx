import type { DoctorRun, FullConnection } from '../api/representations';
import { openRunMs } from '../connections/polling';
import { useChange } from '../data/use-change';
import { usePages } from '../data/use-reads';
import { Said } from '../language/said';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Loading, Waiting } from '../ui/loaded';
import { Ago, At } from '../ui/time';
import { Findings } from './findings';

const isOpen = ({ status }: DoctorRun) => status === 'queued';

/** Examines the shop of a connection on request, and shows what the last examination found. */
export function Doctor({ connection: { id } }: { connection: FullConnection }) {
  const t = useText();
  const resource = `connections/${id}/doctor-runs`;
  const { query, rows: runs } = usePages<DoctorRun>(resource, { everyMs: (read) => (read.some(isOpen) ? openRunMs : false) });
  const change = useChange<DoctorRun>(() => undefined);
  const isBusy = change.isPending || (runs?.some(isOpen) ?? false);
  const last = runs?.find((run) => !isOpen(run));
  return (
    <>
      <p>{t('doctor.text')}</p>
      <div>
        <div className="buttons">
          <button type="button" className="primary" disabled={isBusy} onClick={() => change.run('POST', resource)}>
            {t('doctor.examine')}
          </button>
        </div>
        <div role="status">{isBusy && <Waiting text={t('doctor.busy')} />}</div>
      </div>
      {change.failure && <FailureNotice failure={change.failure} />}
      {query.error && <FailureNotice failure={query.error} retry={() => void query.refetch()} />}
      {!runs && !query.error && <Loading />}
      {runs && !last && !isBusy && <p className="empty">{t('doctor.none')}</p>}
      {last && <Examination key={last.id} run={last} />}
    </>
  );
}

/** The result of one examination. */
function Examination({ run: { findings, error, created_at: at } }: { run: DoctorRun }) {
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
          {error !== null && (
            <p>
              <Said text={error} />
            </p>
          )}
        </div>
      )}
    </>
  );
}
