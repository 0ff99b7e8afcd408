import { Meaning } from './load-configuration';
import { IntegerVariable } from './service-configuration';

export const defaultTenantMaxBytes = 5 * 1024 ** 3;

/** TENANT_MAX_BYTES, as the apps and the commands read it. */
export function TenantMaxBytes(): PropertyDecorator {
  return (prototype, property) => {
    IntegerVariable('TENANT_MAX_BYTES', 'a number of bytes, 0 for no limit', 0, Number.MAX_SAFE_INTEGER)(prototype, property);
    Meaning('Bytes of records that a tenant may store, unless it has [another quota](commands.md#quotas).')(prototype, property);
  };
}
