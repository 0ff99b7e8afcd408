import { Injectable } from '@nestjs/common';
import { SystemConnection } from '@sync/domain';
import { DataSource } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { configurationSchema } from './configuration-schema';
import type { ConfigurationResponse } from './widget-input';

@Injectable()
export class ReadConfiguration {
  constructor(private readonly dataSource: DataSource) {}

  async read({ connectionId }: Caller): Promise<ConfigurationResponse> {
    const where = { id: connectionId };
    const connection = await this.dataSource.manager.findOne(SystemConnection, { where, relations: { system: true } });
    // Deleted after its token was checked.
    if (!connection) throw unknownToken();
    return { schema: configurationSchema(connection), configuration: connection.configuration ?? {} };
  }
}
