import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { FullConnection, SyncRun } from '../api/representations';
import { useOne } from '../data/use-reads';
import { Said } from '../language/said';
import { useLanguage, useText, type Translate } from '../language/use-language';
import { ActionButton } from '../ui/action-button';
import { Listing, Table, type Columns } from '../ui/listing';
import { Loaded } from '../ui/loaded';
import { At, Next } from '../ui/time';
import { isMoving, isRunOpen, openRunMs, restMs } from './polling';
import { cancelRun, confirmDeletions, heldBack } from './run-actions';

const tones = { queued: 'waiting', running: 'waiting', waiting: 'paused', succeeded: 'good', failed: 'bad', cancelled: 'off' } as const;

/** The runs of a connection, newest first, with live progress. `wantedId`: of the run that the reader comes for, which may be old. */
export function SyncRuns({ connection, wantedId }: { connection: FullConnection; wantedId?: string }) {
  const { t } = useLanguage();
  return (
    <section className="card">
      <h2>{t('connection.runs')}</h2>
      {wantedId !== undefined && <WantedRun key={wantedId} id={wantedId} />}
      <Listing<SyncRun>
        resource="sync-runs"
        filters={{ connection_id: connection.id }}
        caption={t('connection.runs')}
        columns={columns(t)}
        empty={t('connection.noRuns')}
        everyMs={(runs) => (isMoving(connection) || runs.some(isRunOpen) ? openRunMs : restMs)}
      />
    </section>
  );
}

/** A link to it, also from below on the same screen, leads to its row. */
function WantedRun({ id }: { id: string }) {
  const t = useText();
  const place = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type === 'PUSH') place.current?.scrollIntoView({ block: 'center' });
  }, [key, type]);
  const query = useOne<SyncRun>(`sync-runs/${encodeURIComponent(id)}`, (run) => (run && isRunOpen(run) ? openRunMs : restMs));
  return (
    <section ref={place} aria-label={t('search.run')}>
      <h3>{t('search.run')}</h3>
      <Loaded query={query}>{(run) => <Table caption={t('search.run')} columns={columns(t)} rows={[run]} />}</Loaded>
    </section>
  );
}

const columns = (t: Translate): Columns<SyncRun> => ({
  'run.records': (run) => (
    <>
      {t(`records.${run.capability}`)} <span className="hint">{t(`run.${run.mode}`)}</span>
    </>
  ),
  'run.status': (run) => <Status run={run} />,
  'run.progress': (run) => <Progress run={run} />,
  'run.started': (run) => <At at={run.started_at} />,
  'run.finished': (run) => (isRunOpen(run) ? <ActionButton action={cancelRun} of={run} /> : <At at={run.finished_at} />),
});

function Status({ run }: { run: SyncRun }) {
  const t = useText();
  const said = run.error ?? (run.waiting ?? run.incomplete)?.reason;
  return (
    <>
      <span className={`badge badge-${tones[run.status]}`}>{t(`run.${run.status}`)}</span>
      {run.waiting && (
        <span className="hint">
          <Next at={run.waiting.until} later={t('run.askedAgain')} now={t('run.askedNow')} />
        </span>
      )}
      {said && (
        <span className="hint">
          <Said text={said} />
        </span>
      )}
    </>
  );
}

function HeldBack({ run }: { run: SyncRun }) {
  const language = useLanguage();
  if (run.deletions_held_back === 0) return null;
  return (
    <>
      <span className="hint">{language.t('run.heldBack', { count: heldBack(language, run) })}</span>
      <ActionButton action={confirmDeletions} of={run} />
    </>
  );
}

/** A run that does not move has no bar that moves: it shows how far it came, if it knows. */
function Progress({ run }: { run: SyncRun }) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  const { pages_done: done, pages_total: total } = run;
  return (
    <>
      {isRunOpen(run) && (run.status === 'running' || total !== null) && (
        <progress
          aria-label={t('run.progressOf', { records: t(`records.${run.capability}`) })}
          max={total ?? undefined}
          value={total === null ? undefined : done}
        />
      )}
      {total !== null && <span>{t('run.pages', { done: number.format(done), total: number.format(total) })}</span>}
      <span className="hint">
        {t(run.rows_listed === null ? 'run.fetched' : 'run.fetchedOf', {
          fetched: number.format(run.records_fetched),
          listed: number.format(run.rows_listed ?? 0),
          written: number.format(run.records_written),
          skipped: number.format(run.records_skipped),
        })}
        {run.records_deleted > 0 && `, ${t('run.deleted', { deleted: number.format(run.records_deleted) })}`}
      </span>
      <HeldBack run={run} />
      {run.requests > 0 && (
        <span className="hint">
          {t('run.load', {
            requests: number.format(run.requests),
            size: size.format(run.bytes / 1_000),
            seconds: number.format(Math.round(run.waiting_ms / 1_000)),
          })}
        </span>
      )}
    </>
  );
}
