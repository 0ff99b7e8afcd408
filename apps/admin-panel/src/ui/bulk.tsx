import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { request } from '../api/request';
import type { AllRows } from '../data/read-all';
import { useLanguage, type Values } from '../language/use-language';
import type { TextKey } from '../language/language';
import { Confirm } from './confirm';
import { ReasonField } from './field';
import { Loaded } from './loaded';

/** One action on many subjects, each with a request of its own. The texts may name the numbers that `numbers` gives. */
export interface Bulk<Subject> {
  title: TextKey;
  /** Names `{count}`. */
  text: TextKey;
  action: TextKey;
  none: TextKey;
  isDangerous?: boolean;
  /** Asks why, for the audit log. Each request carries it. */
  needsReason?: boolean;
  load: () => Promise<AllRows<Subject>>;
  numbers?: (subjects: readonly Subject[]) => Readonly<Record<string, number>>;
  request: (subject: Subject) => readonly [method: string, path: string];
  nameOf: (subject: Subject) => string;
}

interface Progress {
  done: number;
  refused: string[];
}

const shownRefusals = 10;

/** One after another, so that a click never calls many shops at once. Leaving ends it after the request that runs. */
function useRun<Subject>({ request: requestOf, nameOf }: Bulk<Subject>) {
  const cache = useQueryClient();
  const isLeft = useRef(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  const run = async (subjects: readonly Subject[], body?: object) => {
    const refused: string[] = [];
    setProgress({ done: 0, refused });
    for (const [place, subject] of subjects.entries()) {
      if (isLeft.current) break;
      const [method, path] = requestOf(subject);
      await request(method, path, { body }).catch(() => refused.push(nameOf(subject)));
      setProgress({ done: place + 1, refused: [...refused] });
    }
    // The subjects stay as they were counted.
    await cache.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'bulk' });
  };
  return { progress, run };
}

/** Says how many there are before it does anything, then how far it is, then what was refused. */
export function BulkDialog<Subject>({ bulk, onClose }: { bulk: Bulk<Subject>; onClose: () => void }) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  const query = useQuery({ queryKey: ['bulk', bulk.title], queryFn: bulk.load, gcTime: 0, staleTime: Infinity });
  const { progress, run } = useRun(bulk);
  const [reason, setReason] = useState('');
  const subjects = query.data?.rows ?? [];
  const isOver = query.data?.rows.length === 0 || progress?.done === subjects.length;
  const numbers = (values: Readonly<Record<string, number>>): Values =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, number.format(value)]));
  return (
    <Confirm
      title={t(bulk.title)}
      action={t(isOver ? 'close' : bulk.action)}
      isQuestion={!isOver}
      isDangerous={bulk.isDangerous && !isOver}
      isPending={!query.data || (progress !== null && !isOver)}
      onConfirm={() => (isOver ? onClose() : void run(subjects, bulk.needsReason ? { reason } : undefined))}
      onClose={onClose}
    >
      <Loaded query={query}>
        {({ hasMore }) => (
          <>
            <p>{t(subjects.length === 0 ? bulk.none : bulk.text, numbers({ count: subjects.length, ...bulk.numbers?.(subjects) }))}</p>
            {hasMore && <p>{t('bulk.more', numbers({ count: subjects.length }))}</p>}
            {bulk.needsReason && subjects.length > 0 && progress === null && <ReasonField value={reason} onValue={setReason} />}
            {progress && <Outcome progress={progress} count={subjects.length} />}
          </>
        )}
      </Loaded>
    </Confirm>
  );
}

function Outcome({ progress: { done, refused }, count }: { progress: Progress; count: number }) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  const text = t('bulk.progress', { done: number.format(done), count: number.format(count) });
  return (
    <div role="status">
      <progress aria-label={text} max={count} value={done} />
      <p>{text}</p>
      {refused.length > 0 && (
        <>
          <p>{t('bulk.refused', { count: number.format(refused.length) })}</p>
          <ul>
            {refused.slice(0, shownRefusals).map((name, place) => (
              <li key={place}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
