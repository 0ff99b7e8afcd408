/** Pure functions, by name, so that a file that moves stays covered. Each is mutated, and the unit test beside it runs. */
module.exports.rules = [
  'libs/records/src/**/*',
  'libs/domain/src/**/{transitions,token,credentials-cipher,key-ring}',
  'libs/{integrations,platforms}/src/**/*.mapping',
  'libs/integrations/src/mapping/*',
  'libs/integrations/src/**/{decimal,record-dates,shop-dates,shop-values,modified-after,retry-after,listed-page,parse-json}',
  'apps/webhook-ingress/src/**/signature',
  'libs/durable-work/src/{next-attempt,retry-policy}',
];

/** Tests that cover several rules at once. */
module.exports.sharedSuites = [
  'libs/integrations/src/**/*-properties.spec.ts',
  'libs/integrations/src/**/{transformer,recorded-facts}.spec.ts',
];
