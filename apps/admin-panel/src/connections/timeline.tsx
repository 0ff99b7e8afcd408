import type { FullConnection, TransitionEntry } from '../api/representations';
import { actorText, useText, type Translate } from '../language/use-language';
import { Listing, type Columns } from '../ui/listing';
import { At } from '../ui/time';

/** Every change of the status and every notice, newest first: when, and what happened. */
export function Timeline({ connection }: { connection: FullConnection }) {
  const t = useText();
  return (
    <section className="card">
      <h2>{t('connection.timeline')}</h2>
      <Listing<TransitionEntry>
        resource={`connections/${connection.id}/timeline`}
        caption={t('connection.timeline')}
        columns={columns(t, connection)}
        empty={t('connection.noTimeline')}
      />
    </section>
  );
}

/** With a token of the shop itself, its plugin acted. */
const whoOf = (
  t: Translate,
  { id, is_direct: isDirect }: FullConnection,
  entry: Pick<TransitionEntry, 'actor' | 'actor_name' | 'actor_role'>,
) => (!isDirect && entry.actor.endsWith(id) ? t('actor.plugin') : actorText(t, entry));

const columns = (t: Translate, connection: FullConnection): Columns<TransitionEntry> => ({
  'timeline.at': ({ at }) => <At at={at} />,
  'timeline.what': ({ from_status: from, to_status: to, reason, ...entry }) => (
    <>
      {t(`timeline.${reason}`, { who: whoOf(t, connection, entry) })}
      {from !== to && (
        <span className="hint">
          {from === null ? '' : `${t(`status.${from}`)} → `}
          {t(`status.${to}`)}
        </span>
      )}
    </>
  ),
});
