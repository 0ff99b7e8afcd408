/** Where the parts of a platform live, and the lists that name it. */
export const places = {
  descriptors: 'libs/platforms/src',
  integrations: 'libs/integrations/src',
  demoShops: 'libs/demo-shops/src',
  platformList: 'libs/platforms/src/platforms.ts',
  registeredIntegrations: 'libs/integrations/src/registered-integrations.ts',
  demoShopsIndex: 'libs/demo-shops/src/index.ts',
} as const;
