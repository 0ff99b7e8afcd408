/** Where a platform is made known. */
export const places = {
  integrations: 'libs/integrations/src',
  demoShops: 'libs/demo-shops/src',
  migrations: 'libs/domain/src/migrations',
  platformDocs: 'docs/platforms',
  drivers: 'libs/records/src/enumerations.ts',
  configurationOffers: 'libs/integration-contract/src/configuration-schema.ts',
  registeredIntegrations: 'libs/integrations/src/registered-integrations.ts',
  newestMigration: 'libs/domain/src/migrations/newest-migration.ts',
  dataSource: 'libs/domain/src/database/data-source.ts',
  demoShopsIndex: 'libs/demo-shops/src/index.ts',
} as const;
