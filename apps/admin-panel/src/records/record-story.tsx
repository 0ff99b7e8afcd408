import { Link, useLocation } from 'react-router';
import type { RecordStory as Story } from '../api/representations';
import { useOne } from '../data/use-reads';
import { isText } from '../language/language';
import { useLanguage, useText, type Translate } from '../language/use-language';
import { Loaded } from '../ui/loaded';
import { Sentence } from '../ui/sentence';
import { At } from '../ui/time';

type Entry = Story['data'][number];

/** What happened to a record, newest first. `path`: of the record, below /api/admin. */
export function RecordStory({ path }: { path: string }) {
  const t = useText();
  const query = useOne<Story>(`${path}/story`);
  return (
    <section className="record" aria-label={t('story.title')}>
      <h4>{t('story.title')}</h4>
      <Loaded query={query}>
        {({ data: entries, is_complete: isComplete }) => (
          <>
            {entries.length === 0 ? (
              <p className="hint">{t('story.none')}</p>
            ) : (
              <ul className="entries">
                {entries.map((entry, place) => (
                  <li key={place} className="entry">
                    <StoryEntry entry={entry} />
                  </li>
                ))}
              </ul>
            )}
            {entries.length > 0 && !isComplete && <p className="hint">{t('story.earlier')}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

function StoryEntry({ entry }: { entry: Entry }) {
  const { t, locale } = useLanguage();
  const fields = new Intl.ListFormat(locale, { type: 'unit' }).format(fieldNames(t, entry.fields));
  return (
    <div>
      <At at={entry.at} /> — <Sentence text={t(sentenceOf(entry), { fields })} of={{ who: <Author by={entry.by} /> }} />
    </div>
  );
}

const named = ['changed', 'restored'] as const;

/** Some events say which fields changed, if any did. */
function sentenceOf({ event, fields }: Entry) {
  const withFields = named.find((one) => one === event && fields.length > 0);
  return withFields ? (`story.${withFields}.fields` as const) : (`story.${event}` as const);
}

/** A time of the shop and the same in UTC are one to a reader. */
function fieldNames(t: Translate, fields: Entry['fields']): string[] {
  const names = fields.map((field) => [`field.${field}`, `field.${field}_utc`].find(isText) ?? field);
  return [...new Set(names)].map((name) => (isText(name) ? t(name) : name));
}

/** A run leads to its row above. */
function Author({ by: { kind, id, is_kept: isKept } }: { by: Entry['by'] }) {
  const t = useText();
  const { pathname, search } = useLocation();
  const who = t(`story.by.${kind}`);
  if (kind !== 'run' || id === null || !isKept) return who;
  const parameters = new URLSearchParams(search);
  parameters.set('run', id);
  return <Link to={`${pathname}?${parameters.toString()}`}>{who}</Link>;
}
