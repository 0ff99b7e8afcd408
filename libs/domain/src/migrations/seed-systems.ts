import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids are fixed so that a system has the same id in every installation. */
export class SeedSystems1790000000002 implements MigrationInterface {
  readonly name = 'SeedSystems1790000000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      insert into systems (id, slug, name, driver, capabilities, is_direct, configuration_schema_owner) values
        ('01960000-0000-7000-8000-000000000001', 'commerce_a', 'Commerce A', 'commerce_a', '{customers,orders,products}', false, 'commerce_a'),
        ('01960000-0000-7000-8000-000000000002', 'commerce_b', 'Commerce B', 'commerce_b', '{customers,orders,products}', false, 'commerce_b'),
        ('01960000-0000-7000-8000-000000000003', 'mailing_platform', 'Mailing platform', 'mailing_platform', '{customers,orders,products}', true, null),
        ('01960000-0000-7000-8000-000000000004', 'user-platform', 'User platform', 'user-platform', '{customers,orders,products}', true, null)
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
