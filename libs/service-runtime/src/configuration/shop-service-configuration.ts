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
import { Meaning, Variable } from './load-configuration';
import { ServiceConfiguration } from './service-configuration';

/** For services that deal with shops: it also reads the environment variables that the platforms' descriptors declare. */
export class ShopServiceConfiguration extends ServiceConfiguration {
  get platforms(): PlatformSettings {
    return platformSettings((setting) => Reflect.get(this, setting.variable) as SettingValue);
  }
}

// A property that is named like its variable: its default and its decorators.
for (const setting of environmentSettings) {
  const { variable, meaning } = setting;
  const decorators = [
    Variable(variable, expectationOf(setting)),
    Meaning(meaning),
    IsOptional(),
    ParsedBy((text) => parseSetting(setting, text)),
  ];
  Reflect.set(ShopServiceConfiguration.prototype, variable, setting.default);
  for (const decorate of decorators) decorate(ShopServiceConfiguration.prototype, variable);
}
