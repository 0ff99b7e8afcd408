import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { usePages } from '../data/use-reads';
import type { TextKey } from '../language/language';
import { useText } from '../language/use-language';
import { FailureNotice } from './failure-notice';
import { Loading } from './loaded';

/** The cells of a row, by the texts of their headings and in that order. */
export type Columns<Row> = Readonly<Partial<Record<TextKey, (row: Row) => ReactNode>>>;

interface ListingProps<Row> {
  /** Path below /api/admin. */
  resource: string;
  filters?: Readonly<Record<string, string>>;
  caption: string;
  columns: Columns<Row>;
  empty: string;
  /** How often the pages that are loaded are read again, while the tab is visible. */
  everyMs?: (rows: readonly Row[]) => number | false;
}

/** A list of the API, page by page. On a narrow screen each row is a card. */
export function Listing<Row extends { id: string }>({ resource, filters, caption, columns, empty, everyMs }: ListingProps<Row>) {
  const t = useText();
  const { query, rows } = usePages<Row>(resource, { filters, everyMs });
  const place = useLostFocus(rows);
  if (query.error && !rows) return <FailureNotice failure={query.error} retry={() => void query.refetch()} />;
  if (!rows) return <Loading />;
  return (
    <div className="listing" role="group" aria-label={caption} tabIndex={-1} ref={place}>
      {query.error && <FailureNotice failure={query.error} retry={() => void query.refetch()} />}
      {rows.length === 0 ? <p className="empty">{empty}</p> : <Table caption={caption} columns={columns} rows={rows} />}
      {query.hasNextPage && (
        <button type="button" className="more" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </button>
      )}
    </div>
  );
}

/** A row that goes takes the focus with it, for example after its button was pressed. The list then keeps it. */
function useLostFocus(rows: unknown) {
  const place = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [rows]);
  // React does not report what a closing dialog gives the focus back to, so the browser's own events are listened to.
  return useCallback((element: HTMLDivElement) => {
    place.current = element;
    const gained = () => (hadFocus.current = true);
    const lost = ({ relatedTarget }: FocusEvent) => (hadFocus.current = relatedTarget === null);
    element.addEventListener('focusin', gained);
    element.addEventListener('focusout', lost);
    return () => {
      element.removeEventListener('focusin', gained);
      element.removeEventListener('focusout', lost);
    };
  }, []);
}

/** Rows under headings. On a narrow screen each row is a card. */
export function Table<Row extends { id: string }>({
  caption,
  columns,
  rows,
}: Pick<ListingProps<Row>, 'caption' | 'columns'> & { rows: Row[] }) {
  const t = useText();
  const headings = Object.keys(columns) as TextKey[];
  return (
    <div className="table-place">
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {t(heading)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {headings.map((heading) => (
                <td key={heading} data-heading={t(heading)}>
                  <div>{columns[heading]?.(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
