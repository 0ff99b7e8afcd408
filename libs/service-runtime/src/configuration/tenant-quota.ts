import { Meaning } from './load-configuration';
import { IntegerVariable } from './service-configuration';

export const defaultTenantMaxBytes = 5 * 1024 ** 3;

/** TENANT_MAX_BYTES, as the apps and the commands read it. */
export function TenantMaxBytes(): PropertyDecorator {
  return (prototype, property) => {
    IntegerVariable('TENANT_MAX_BYTES', 'a number of bytes, 0 for no limit', 0, Number.MAX_SAFE_INTEGER)(prototype, property);
    Meaning(
      'Bytes of records that a tenant may store, with all of its shops; 0: no limit. An operator may give a tenant [another quota](commands.md#quotas). The same for every app.',
    )(prototype, property);
  };
}
