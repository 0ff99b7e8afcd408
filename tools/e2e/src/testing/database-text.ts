import type { ServiceUnderTest } from './service-under-test';

interface Relation {
  name: string;
}

/** Every row of every table of every schema but Postgres' own, as text, and what its sessions last asked. */
export async function databaseText(service: ServiceUnderTest): Promise<string> {
  const relations = await service.rows<Relation>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of relations) {
    const rows = await service.rows<{ text: string }>(`select r::text as text from ${name} r`);
    texts.push(name, ...rows.map(({ text }) => text));
  }
  const asked = await service.rows<{ text: string }>(
    `select concat(application_name, ' ', query) as text from pg_stat_activity where datname = current_database()`,
  );
  return [...texts, ...asked.map(({ text }) => text)].join('\n');
}
