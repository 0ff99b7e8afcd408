import { Link } from 'react-router';
import type { AuditEntry } from '../api/representations';
import { isText, texts, type TextKey } from '../language/language';
import { actorText, useLanguage, type Translate } from '../language/use-language';
import { Sentence } from '../ui/sentence';

const prefix = 'audited.';
const notActions = ['other', 'gone', 'of'];

/** Every action that there is a sentence for. */
export const auditedActions = Object.keys(texts.en)
  .filter((key) => key.startsWith(prefix))
  .map((key) => key.slice(prefix.length))
  .filter((action) => !notActions.includes(action));

/** The sentence without who and what: `… disconnected ….` */
export const actionText = (t: Translate, action: string): string => t(`${prefix}${action}` as TextKey, { who: '…', what: '…' });

/** One sentence on who did what, with links. */
export function AuditedAction({ entry }: { entry: AuditEntry }) {
  const { language, t } = useLanguage();
  const key = `${prefix}${entry.action}`;
  const text = texts[language][isText(key) ? key : 'audited.other'];
  return (
    <span>
      <Sentence text={text} of={{ who: actorText(t, entry), what: <Audited entry={entry} />, action: <code>{entry.action}</code> }} />
    </span>
  );
}

/** What the entry is about: by its name now, else by the name that the entry keeps. */
function Audited({ entry }: { entry: AuditEntry }) {
  const { language, t } = useLanguage();
  const { connection, tenant_id: tenantId, tenant_name: company, object_type: type, object_id: id, object_name: name } = entry;
  if (connection) {
    const link = <Link to={`/connections/${connection.id}`}>{connection.name}</Link>;
    if (!company) return link;
    const to = `/connections?tenant_id=${tenantId ?? ''}`;
    return <Sentence text={texts[language]['audited.of']} of={{ name: link, company: <Link to={to}>{company}</Link> }} />;
  }
  if (type === 'tenant' && name !== null) return <Link to={`/connections?tenant_id=${id ?? ''}`}>{name}</Link>;
  if (name !== null) return name;
  const kept = keptName(entry) ?? t('audited.gone');
  return company === null ? kept : <Sentence text={texts[language]['audited.of']} of={{ name: kept, company }} />;
}

function keptName({ before, after }: AuditEntry): string | null {
  const names = [before, after].flatMap((values) => [values?.['name'], values?.['login'], values?.['slug']]);
  return names.find((name): name is string => typeof name === 'string') ?? null;
}
