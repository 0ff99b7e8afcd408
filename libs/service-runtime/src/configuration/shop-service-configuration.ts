import {
  environmentSettings,
  expectationOf,
  parseSetting,
  platformSettings,
  type PlatformSettings,
  type SettingValue,
} from '@sync/platforms';
import { IsOptional } from 'class-validator';
import { ParsedBy } from './conversions';
import { Variable } from './load-configuration';
import { ServiceConfiguration } from './service-configuration';

/** For services that deal with shops: it also reads the environment variables that the platforms' descriptors declare. */
export class ShopServiceConfiguration extends ServiceConfiguration {
  get platforms(): PlatformSettings {
    return platformSettings((setting) => (Reflect.get(this, setting.variable) as SettingValue | undefined) ?? setting.default);
  }
}

// The decorators of a property that is named like its variable.
for (const setting of environmentSettings) {
  const decorators = [Variable(setting.variable, expectationOf(setting)), IsOptional(), ParsedBy((text) => parseSetting(setting, text))];
  for (const decorate of decorators) decorate(ShopServiceConfiguration.prototype, setting.variable);
}
