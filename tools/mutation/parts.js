/**
 * The pure rules, in parts that take minutes each. Every file of `rules` is mutated, and only the unit tests beside them run.
 * Globs below `root`, so that a file that moves stays covered.
 */
module.exports = {
  records: { root: 'libs/records/src', rules: ['*'] },
  domain: { root: 'libs/domain/src', rules: ['**/transitions'] },
  identity: { root: 'libs/identity/src', rules: ['**/token'] },
  credentials: { root: 'libs/credentials/src', rules: ['{credentials-cipher,key-ring}'] },
  tasks: { root: 'libs/durable-work/src', rules: ['{next-attempt,retry-policy}'] },
  signature: { root: 'apps/webhook-ingress/src', rules: ['**/signature'] },
  stored: { root: 'libs/record-store/src', rules: ['{page-rows,separated-text}'] },
  'mappings-shared': { root: 'libs/integrations/src', rules: ['mapping/*', '**/{retry-after,parse-json}'] },
  'mappings-a': {
    root: 'libs/integrations/src/commerce-a',
    rules: ['{*.mapping,order-sums,record-dates,modified-after,listed-page,transformer}'],
  },
  'mappings-b': {
    root: 'libs/integrations/src/commerce-b',
    rules: ['{*.mapping,order-slips,listed-page,scalar-attributes,shop-dates,shop-values,transformer}'],
  },
};
