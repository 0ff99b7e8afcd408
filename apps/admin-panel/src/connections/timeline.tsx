import type { TransitionEntry } from '../api/representations';
import { actorText, useText, type Translate } from '../language/use-language';
import { Listing, type Columns } from '../ui/listing';
import { At } from '../ui/time';

/** Every change of the status and every notice, newest first: when, and what happened. */
export function Timeline({ connectionId }: { connectionId: string }) {
  const t = useText();
  return (
    <section className="card">
      <h2>{t('connection.timeline')}</h2>
      <Listing<TransitionEntry>
        resource={`connections/${connectionId}/timeline`}
        caption={t('connection.timeline')}
        columns={columns(t)}
        empty={t('connection.noTimeline')}
      />
    </section>
  );
}

const columns = (t: Translate): Columns<TransitionEntry> => ({
  'timeline.at': ({ at }) => <At at={at} />,
  'timeline.what': ({ from_status: from, to_status: to, reason, ...entry }) => (
    <>
      {t(`timeline.${reason}`, { who: actorText(t, entry) })}
      {from !== to && (
        <span className="hint">
          {from === null ? '' : `${t(`status.${from}`)} → `}
          {t(`status.${to}`)}
        </span>
      )}
    </>
  ),
});
