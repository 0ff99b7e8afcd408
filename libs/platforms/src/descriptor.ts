import type { SystemCapability } from './capabilities';
import type { ConfigurationOffer } from './configuration-offer';
import type { HeaderNamesSetting, Setting } from './settings';

interface Platform {
  /** Names the platform in code, in records and in the API: it is also the slug of the system. */
  driver: string;
  /** Id of the system row, the same in every installation. */
  systemId: string;
  /** Display name. */
  name: string;
  capabilities: readonly SystemCapability[];
  /** Null: connections to this platform have nothing to configure. */
  configuration: ConfigurationOffer | null;
}

/** A system that talks to this service by itself: it has no shop to call, hence no integration. */
export interface DirectPlatform extends Platform {
  isDirect: true;
}

/** A shop platform, whose shops an integration exports from. */
export interface ShopPlatform extends Platform {
  isDirect: false;
  records: {
    /** Completes the sentence "As the shop gives it: of <driver> …" about times. */
    times: string;
    /** False: the platform's products name no currency. */
    productsHaveCurrency: boolean;
  };
  webhooks: WebhookFormat | null;
  /** What an administrator must enter to give the service access to a shop, in the order of the form. */
  credentials: readonly CredentialField[];
  plugin: ShopPlugin;
  /** What the environment may change, by the integration's name for it. */
  settings: ShopSettings;
}

export type ShopSettings = { signatureHeaders?: HeaderNamesSetting } & Readonly<Record<string, Setting>>;

export interface CredentialField {
  /** Member of `credentials`. */
  name: string;
  /** In English, as the shop's own administration calls it. */
  label: string;
}

/** How shops send webhooks. The headers of signatures are a setting, `signatureHeaders`. */
export interface WebhookFormat {
  /** The first one present counts; case does not matter. */
  topicHeaders: readonly string[];
  deliveryIdHeaders: readonly string[];
  /** In these a shop says its own address. */
  sourceHeaders: readonly string[];
  /** Those that the integration knows, in lower case. A webhook with any other is ignored. */
  topics: readonly string[];
  /** Unsigned test request on creation of a webhook: a form of this one field, with digits as its value. Null: there is none. */
  pingField: string | null;
}

/** Texts of the connector widget that name a step on the way to the plugin's settings. */
export type SettingsStep = 'plugins' | 'modules' | 'pluginName' | 'settings';

/** What a plugin may do beyond what its platform does: send `records.changed`; list what has changed. */
export type PluginAbility = 'recordsChanged' | 'changesList';

export interface PluginRelease {
  version: string;
  can: readonly PluginAbility[];
}

/** This service's plugin for shops of the platform. */
export interface ShopPlugin {
  /** As the plugin calls itself. */
  name: string;
  /** The newest first. Empty: not published yet. */
  releases: readonly PluginRelease[];
  /**
   * Where a shop owner gets the plugin, by the slug of the system that the shop is connected to, `default` for all others: a public address, or a
   * path below the service's address. Null: nowhere yet.
   */
  links: Readonly<Record<string, string | null>> & { default: string | null };
  /** In the shop's administration. */
  settingsPath: readonly SettingsStep[];
}
