import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Used tokens, too, are found by their connection: whoever removes it looks for what refers to it. */
export class TokensOfConnection1790000000011 implements MigrationInterface {
  readonly name = 'TokensOfConnection1790000000011';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('create index connection_tokens_of_connection on connection_tokens (system_connection_id)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
