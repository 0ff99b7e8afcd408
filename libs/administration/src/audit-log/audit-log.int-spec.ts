import { recordAudit, type AuditEntry } from '@sync/identity';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { AdministrationScene, type Person } from '../testing/administration-scene';
import { eachAuditRow, readAuditLog, type AuditFilters, type AuditPlace, type AuditRow } from './read-audit-log';

const [tenantA, tenantB] = [uuidv7(), uuidv7()];
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

describe('the audit log', () => {
  let scene: AdministrationScene;
  let person: Person;
  let all: AuditRow[];

  beforeAll(async () => {
    scene = await AdministrationScene.set();
    person = await scene.person();
    for (let number = 0; number < 60; number += 1) await recordAudit(scene.database.dataSource.manager, entryOf(number));
    // Six entries at each moment.
    await scene.sql(`alter table audit_log disable trigger audit_log_is_append_only`);
    await scene.sql(`
      update audit_log set at = timestamptz '2026-01-01Z' + make_interval(days => (place / 6)::int) from
        (select id, row_number() over (order by id) - 1 as place from audit_log) numbered where numbered.id = audit_log.id`);
    await scene.sql(`alter table audit_log enable trigger audit_log_is_append_only`);
    all = await readAuditLog(scene.database.dataSource, {}, { after: null, limit: 1000 });
  });
  afterAll(() => scene.strike());

  function entryOf(number: number): AuditEntry {
    return {
      actor: number % 2 === 0 ? 'operator' : `administrator:${person.id}`,
      action: number % 3 === 0 ? 'tenant.create' : 'connection.disconnect',
      object: { type: number % 3 === 0 ? 'tenant' : 'connection', id: String(number % 5) },
      tenantId: [tenantA, tenantB, null][number % 3],
      after: { number },
      reason: 'a reason',
    };
  }

  async function paged(filters: AuditFilters, limit: number): Promise<AuditRow[]> {
    const rows: AuditRow[] = [];
    for (let after: AuditPlace | null = null; ;) {
      const page: AuditRow[] = await readAuditLog(scene.database.dataSource, filters, { after, limit });
      rows.push(...page);
      if (page.length < limit) return rows;
      after = page.at(-1) ?? null;
    }
  }

  it.each([
    'update audit_log set reason = null',
    'delete from audit_log',
    'truncate audit_log',
    `update audit_log set reason = null where id = '${uuidv7()}'`,
  ])('the database refuses: %s', async (statement) => {
    await expect(scene.sql(statement)).rejects.toThrow('The audit log is append-only');
  });

  it('shows newest first who did what, and the login while the user exists', () => {
    expect(
      all
        .map(({ after }) => after?.number)
        .slice(0, 60)
        .sort((a, b) => Number(a) - Number(b)),
    ).toEqual(Array.from({ length: 60 }, (_, number) => number));
    expect(all.find(({ after }) => after?.number === 59)).toMatchObject({
      actor: `administrator:${person.id}`,
      actorLogin: person.login,
      reason: 'a reason',
    });
    expect(all.find(({ after }) => after?.number === 58)).toMatchObject({ actor: 'operator', actorLogin: null });
  });

  it('any filter, page by page, finds what looking at each entry finds', async () => {
    const filters = fc.record(
      {
        actor: fc.constantFrom('operator', `administrator:${person.id}`),
        action: fc.constantFrom('tenant.create', 'connection.disconnect', 'user.create'),
        objectType: fc.constantFrom('tenant', 'connection'),
        objectId: fc.constantFrom('0', '4'),
        tenantId: fc.constantFrom(tenantA, tenantB),
        from: fc.integer({ min: 1, max: 12 }).map(day),
        to: fc.integer({ min: 1, max: 12 }).map(day),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 7 }), async ({ from, to, ...same }, limit) => {
        const fits = (row: AuditRow) =>
          Object.entries(same).every(([member, value]) => row[member as keyof AuditRow] === value) &&
          (from === undefined || row.at >= from) &&
          (to === undefined || row.at < to);
        expect(await paged({ from, to, ...same }, limit)).toEqual(all.filter(fits));
      }),
      { numRuns: 60 },
    );
  });

  it('is read as a whole in batches, also when entries come meanwhile', async () => {
    await scene.sql(`
      insert into audit_log (id, at, actor, action, object_type)
      select gen_random_uuid(), timestamptz '2025-01-01Z' + make_interval(secs => number / 3), 'operator', 'tenant.create', 'tenant'
      from generate_series(1, 1200) number`);
    const before = (await scene.sql('select from audit_log')).length;
    const read: AuditRow[] = [];
    for await (const rows of eachAuditRow(scene.database.dataSource, {})) {
      expect(rows.length).toBeLessThanOrEqual(500);
      read.push(...rows);
      await recordAudit(scene.database.dataSource.manager, entryOf(0));
    }
    expect(new Set(read.map(({ id }) => id)).size).toBe(before);
  });
});
