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

/** Adds the environment variables that the platforms' descriptors declare: a property named like its variable, with its default. */
export function PlatformVariables(): ClassDecorator {
  return ({ prototype }) => {
    for (const setting of environmentSettings) {
      const { variable, meaning } = setting;
      const decorators = [
        Variable(variable, expectationOf(setting)),
        Meaning(meaning),
        IsOptional(),
        ParsedBy((text) => parseSetting(setting, text)),
      ];
      Reflect.set(prototype as object, variable, setting.default);
      for (const decorate of decorators) decorate(prototype as object, variable);
    }
  };
}

/** What a configuration with the variables of the platforms says. */
export function platformSettingsOf(configuration: object): PlatformSettings {
  return platformSettings((setting) => Reflect.get(configuration, setting.variable) as SettingValue);
}

/** For services that deal with shops. */
@PlatformVariables()
export class ShopServiceConfiguration extends ServiceConfiguration {
  get platforms(): PlatformSettings {
    return platformSettingsOf(this);
  }
}
