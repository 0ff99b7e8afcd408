import type { TransitionEntry } from '../api/representations';
import { actorText, useText, type Translate } from '../language/use-language';
import { Listing, type Columns } from '../ui/listing';
import { At } from '../ui/time';

/** Every change of the status and every notice, newest first: when, what and who. */
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
  'timeline.change': ({ from_status: from, to_status: to }) => {
    if (from === to) return t(`status.${to}`);
    return from === null
      ? t('connection.created', { to: t(`status.${to}`) })
      : t('connection.moved', { from: t(`status.${from}`), to: t(`status.${to}`) });
  },
  'timeline.who': ({ actor, reason }) => (
    <>
      {actorText(t, actor)}
      <span className="hint" lang="en">
        {reason}
      </span>
    </>
  ),
});
