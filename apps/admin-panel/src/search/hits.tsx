import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { SearchGroup, SearchHit } from '../api/representations';
import { StatusAndReason } from '../connections/connection-status';
import { isText } from '../language/language';
import { useText } from '../language/use-language';
import { kindTexts, linkTo } from './hit-links';

interface HitsProps {
  /** Of the elements within: `{id}-{place}`. */
  id: string;
  groups: readonly SearchGroup[];
  /** Place of the hit that Enter opens. */
  active: number;
  onOpen: () => void;
}

/** The hits by kind, each a link. They are reached from the search field, so none is in the order of Tab. */
export function Hits({ id, groups, active, onOpen }: HitsProps) {
  const t = useText();
  const firstOf = (index: number) => groups.slice(0, index).reduce((sum, { hits }) => sum + hits.length, 0);
  // A link that opens elsewhere leaves the dialog as it is.
  const onClick = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || onOpen();
  return (
    <div role="listbox" id={`${id}-hits`} aria-label={t('search.hits')} className="hits">
      {groups.map(({ kind, hits, has_more: hasMore }, index) => (
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
          <div role="presentation" className="hint" id={`${id}-${kind}`}>
            {t(kindTexts[kind])} {hasMore && `(${t('search.more')})`}
          </div>
          {hits.map((hit, place) => (
            <Link
              key={`${hit.connection?.id ?? ''} ${hit.id}`}
              id={`${id}-${firstOf(index) + place}`}
              role="option"
              tabIndex={-1}
              aria-selected={firstOf(index) + place === active}
              to={linkTo(kind, hit)}
              onClick={onClick}
            >
              <Name kind={kind} hit={hit} />
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

/** What it is called, and where it belongs. */
function Name({ kind, hit: { name, connection, tenant, ...hit } }: { kind: SearchGroup['kind']; hit: SearchHit }) {
  const t = useText();
  const ofRun = `records.${name}`;
  const place = [kind === 'connections' ? undefined : connection?.name, tenant?.name].filter((one) => one !== undefined);
  return (
    <>
      {kind === 'sync_runs' && isText(ofRun) ? t(ofRun) : name}{' '}
      {hit.status !== null && <StatusAndReason connection={{ ...hit, status: hit.status }} />}
      {place.length > 0 && <span className="hint">{place.join(' · ')}</span>}
    </>
  );
}
