import { HostAllowlist, type CommerceASettings, type IntegrationSettings } from '@sync/integrations';
import { UnusableSetting } from '../supervisor/settings';

type Environment = Readonly<Record<string, string | undefined>>;

/** As `npm start` gives it to the apps. */
const loopback = '127.0.0.0/8,::1';

/** What the apps read of the same variables, so that the doctor looks where they do. Throws UnusableSetting. */
export function integrationSettings(environment: Environment): IntegrationSettings {
  return { storeHostAllowlist: allowlistOf(environment.STORE_HOST_ALLOWLIST ?? loopback), commerceA: commerceAOf(environment) };
}

function allowlistOf(text: string): string[] {
  try {
    return HostAllowlist.entriesOf(text);
  } catch {
    throw new UnusableSetting('STORE_HOST_ALLOWLIST must be a comma-separated list of CIDR ranges or host names.');
  }
}

function commerceAOf(environment: Environment): Partial<CommerceASettings> {
  const path = (name: string): string | undefined => environment[name]?.trim().replace(/^\/+|\/+$/g, '') || undefined;
  const [restPath, pluginRestPath] = [path('COMMERCE_A_REST_PATH'), path('COMMERCE_A_PLUGIN_REST_PATH')];
  const headers = (environment.COMMERCE_A_TOTAL_PAGES_HEADER ?? '').split(',').flatMap((name) => name.trim() || []);
  return {
    ...(restPath && { restPath }),
    ...(pluginRestPath && { pluginRestPath }),
    ...(headers.length > 0 && { totalPagesHeaders: headers }),
  };
}
