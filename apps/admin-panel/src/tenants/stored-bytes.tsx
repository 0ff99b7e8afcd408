import type { Tenant } from '../api/representations';
import { useLanguage } from '../language/use-language';

export const gibibyte = 1024 ** 3;

/** What a tenant stores and may store: `1.2 of 5 GiB`. */
export function StoredBytes({ tenant: { stored_bytes, allowed_bytes } }: { tenant: Tenant }) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const [used, allowed] = [stored_bytes, allowed_bytes].map((bytes) => number.format(bytes / gibibyte));
  return allowed_bytes === 0
    ? t('tenants.storedUnlimited', { used: used ?? '' })
    : t('tenants.stored', { used: used ?? '', allowed: allowed ?? '' });
}
