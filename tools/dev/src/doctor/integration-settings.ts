import { HostAllowlist, type IntegrationSettings } from '@sync/integrations';
import { parseSetting, platformSettings, type Setting, type SettingValue } from '@sync/platforms';
import { UnusableSetting } from '../supervisor/settings';

type Environment = Readonly<Record<string, string | undefined>>;

/** The default of `npm start`. */
const loopback = '127.0.0.0/8,::1';

/** Reads the same variables as the apps. Throws UnusableSetting. */
export function integrationSettings(environment: Environment): IntegrationSettings {
  const storeHostAllowlist = allowlistOf(environment.STORE_HOST_ALLOWLIST ?? loopback);
  return { storeHostAllowlist, ...platformSettings((setting) => valueOf(setting, environment)) };
}

function allowlistOf(text: string): string[] {
  try {
    return HostAllowlist.entriesOf(text);
  } catch {
    throw new UnusableSetting('STORE_HOST_ALLOWLIST must be a comma-separated list of CIDR ranges or host names.');
  }
}

function valueOf(setting: Setting, environment: Environment): SettingValue {
  const text = environment[setting.variable]?.trim();
  if (!text) return setting.default;
  try {
    return parseSetting(setting, text);
  } catch (error) {
    throw new UnusableSetting(`${(error as Error).message}.`);
  }
}
