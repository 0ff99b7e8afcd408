export { shownCapabilities, systemCapabilities, type SystemCapability } from './capabilities';
export type {
  Configuration,
  ConfigurationField,
  ConfigurationOffer,
  ConfigurationOption,
  ConfigurationSchema,
} from './configuration-offer';
export type { CredentialField, DirectPlatform, PluginRelease, SettingsStep, ShopPlatform, WebhookFormat } from './descriptor';
export { platforms } from './platforms';
export { environmentSettings, platformSettings, type PlatformSettings } from './platform-settings';
export { pluginArchive } from './plugin-archive';
export { pluginInfoOf, type PluginInfo } from './plugin-info';
export { pluginAge, pluginCan, type PluginAge } from './plugin-releases';
export { expectationOf, parseSetting, type Setting, type SettingValue } from './settings';
export { directPlatforms, shops, type ShopKey } from './shops';
export { systemDrivers, systemSeeds, type SystemDriver, type SystemSeed } from './systems';
export { changedRecordsTopic, platformHeaders, webhookTopics, type PlatformHeaders } from './webhook-headers';
