import type { MariaDb } from '../mariadb';

const noModule = 'id_module not in (select id_module from ps_module)';
const ours = `like '%serviceconnector%'`;

/** What a module may leave in a shop. */
const places: Record<string, string> = {
  settings: `ps_configuration where name ${ours}`,
  'webservices switched on': `ps_configuration where name = 'PS_WEBSERVICE' and value <> '0'`,
  'settings of the webservice': `ps_configuration where name = 'PS_WEBSERVICE'`,
  keys: 'ps_webservice_account',
  'rights of keys': 'ps_webservice_permission',
  'shops of keys': 'ps_webservice_account_shop',
  modules: `ps_module where name ${ours}`,
  'hooks of modules': `ps_hook_module where ${noModule}`,
  'modules of shops': `ps_module_shop where ${noModule}`,
  'modules of groups': `ps_module_group where ${noModule}`,
  hooks: 'ps_hook',
  tabs: `ps_tab where module ${ours}`,
  'rights of employees': `ps_authorization_role where slug ${ours}`,
  translations: `ps_translation where domain ${ours}`,
};

/** How many of each there are. Ours are those that a shop did not have before. */
export async function countsOf(database: MariaDb, name: string): Promise<Record<string, number>> {
  const tables = `information_schema.tables where table_schema = '${name}' and table_name ${ours}`;
  const counts: Record<string, number> = {};
  for (const [kind, from] of Object.entries({ ...places, tables }))
    counts[kind] = Number(await database.execute(`select count(*) from ${from}`, name));
  return counts;
}
