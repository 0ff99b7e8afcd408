import type { SystemDetails } from '../api/representations';
import { usePages } from '../data/use-reads';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loaded';
import { RadioGroup } from '../ui/radio-group';

interface SystemKindChoiceProps {
  /** `products`: direct systems, which receive records. `shops`: the others, which give them. */
  of: 'products' | 'shops';
  slug: string;
  onChoose: (slug: string) => void;
  /** Offered after the systems. */
  also?: { value: string; label: string; hint: string };
  error?: string;
}

const texts = {
  products: { legend: 'product.which', none: 'product.none' },
  shops: { legend: 'create.system', none: 'create.noSystems' },
} as const;

/** One of the systems of shops, or of the products of companies. */
export function SystemKindChoice({ of, slug, onChoose, also, error }: SystemKindChoiceProps) {
  const t = useText();
  const { query, rows = [] } = usePages<SystemDetails>('systems');
  const systems = rows.filter((system) => system.is_direct === (of === 'products'));
  const options = systems.map(({ slug: value, name: label }) => ({ value, label }));
  if (query.isLoading) return <Loading />;
  if (query.error && systems.length === 0) return <FailureNotice failure={query.error} retry={() => void query.refetch()} />;
  if (systems.length === 0 && !also) return <p className="empty">{t(texts[of].none)}</p>;
  return (
    <RadioGroup legend={t(texts[of].legend)} error={error} options={also ? [...options, also] : options} value={slug} onValue={onChoose} />
  );
}
