import { useState } from 'react';
import { Link } from 'react-router';
import type { InboxPart } from '../api/representations';
import { StatusBadge } from '../connections/connection-status';
import { filtersOfStatus, reasonsOf, type ShownStatus } from '../connections/statuses';
import { useLanguage, useText } from '../language/use-language';
import { At } from '../ui/time';
import { addressOf } from '../ui/use-filters';
import { Entry } from './inbox-entry';

type Need = InboxPart['need'];

/** How what needs a person looks. */
const looks: Readonly<Record<Need, ShownStatus>> = {
  broken: 'error',
  refused: 'impaired',
  quota: 'impaired',
  deletions: 'impaired',
  endpoints: 'impaired',
  webhooks: 'impaired',
  incomplete: 'impaired',
  failed_work: 'error',
  waiting: 'waiting',
};

const listOf = (need: Need) =>
  need === 'failed_work'
    ? '/failed-work'
    : `/connections?${addressOf({ ...filtersOfStatus(looks[need]), status_reason: reasonsOf[need] ?? '', kind: 'all' })}`;

/** The service stops counting here. */
const maxCounted = 1_000;
const shownAtFirst = 5;

/** What needs the user now, the most urgent first. */
export function Inbox({ parts, lookedAt }: { parts: readonly InboxPart[]; lookedAt: string }) {
  const t = useText();
  return (
    <section className="card" aria-labelledby="inbox">
      <div className="total">
        <h2 id="inbox">{t('inbox.title')}</h2>
        <p className="hint">
          {t('inbox.looked')} <At at={lookedAt} />
        </p>
      </div>
      {parts.length === 0 && (
        <p>
          <StatusBadge status="active" text={t('inbox.empty')} />
        </p>
      )}
      {parts.map((part) => (
        <Part key={part.need} part={part} />
      ))}
    </section>
  );
}

function Part({ part: { need, total, entries } }: { part: InboxPart }) {
  const { locale, t } = useLanguage();
  const [isWhole, setIsWhole] = useState(false);
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const shown = isWhole ? entries : entries.slice(0, shownAtFirst);
  return (
    <section className="inbox-part" aria-labelledby={`inbox-${need}`}>
      <div className="total">
        <h3 id={`inbox-${need}`}>
          <StatusBadge status={looks[need]} text={t(`inbox.${need}`)} />{' '}
          {total >= maxCounted ? t('inbox.atLeast', { count: number(total) }) : number(total)}
        </h3>
        <Link to={listOf(need)} aria-describedby={`inbox-${need}`}>
          {t('inbox.all')}
        </Link>
      </div>
      <ul className="entries">
        {shown.map((entry, place) => (
          <li key={place} className="entry">
            <Entry need={need} entry={entry} />
          </li>
        ))}
      </ul>
      {shown.length < entries.length && (
        <button type="button" className="quiet" onClick={() => setIsWhole(true)}>
          {t('inbox.more', { count: number(entries.length - shown.length) })}
        </button>
      )}
    </section>
  );
}
