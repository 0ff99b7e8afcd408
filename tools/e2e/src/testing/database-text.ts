import type { ServiceUnderTest } from './service-under-test';

interface Relation {
  name: string;
  hasBody: boolean;
}

/** Every row of every table outside Postgres' own schemas, as text, plus the last query of each session. Bodies of unprocessed webhooks are excluded. */
export async function databaseText(service: ServiceUnderTest): Promise<string> {
  const relations = await service.rows<Relation>(
    `select format('%I.%I', schemaname, tablename) as name, exists (
       select from information_schema.columns c where c.table_schema = schemaname and c.table_name = tablename and c.column_name = 'body'
     ) as "hasBody"
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name, hasBody } of relations) {
    const row = hasBody ? `case when body is null then r::text else (to_jsonb(r) - 'body')::text end` : 'r::text';
    const rows = await service.rows<{ text: string }>(`select ${row} as text from ${name} r`);
    texts.push(name, ...rows.map(({ text }) => text));
  }
  const queried = await service.rows<{ text: string }>(
    `select concat(application_name, ' ', query) as text from pg_stat_activity where datname = current_database()`,
  );
  return [...texts, ...queried.map(({ text }) => text)].join('\n');
}
