import { useList } from '@refinedev/core';
import type { ApiFailure } from '../api/api-failure';
import type { SystemDetails } from '../api/representations';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loading';
import { RadioGroup } from '../ui/radio-group';

interface ShopSystemChoiceProps {
  slug: string;
  onChoose: (slug: string) => void;
  error?: string;
}

/** The systems of shops. Direct systems connect themselves. */
export function ShopSystemChoice({ slug, onChoose, error }: ShopSystemChoiceProps) {
  const t = useText();
  const { query, result } = useList<SystemDetails, ApiFailure>({ resource: 'systems' });
  const systems = result.data.filter((system) => !system.is_direct);
  if (query.isLoading) return <Loading />;
  if (query.error && systems.length === 0) return <FailureNotice failure={query.error} retry={() => void query.refetch()} />;
  if (systems.length === 0) return <p className="empty">{t('create.noSystems')}</p>;
  return (
    <RadioGroup
      legend={t('create.system')}
      error={error}
      options={systems.map((system) => ({ value: system.slug, label: system.name }))}
      value={slug}
      onValue={onChoose}
    />
  );
}
