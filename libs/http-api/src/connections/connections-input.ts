import { connectionStatuses, type SystemConnectionStatus } from '@sync/domain';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageInput } from '../paging/page-input';

/** Pages of connections, and the filters of every API. */
export class ConnectionsInput extends PageInput {
  /** Slug of a system. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  system?: string;

  @IsOptional()
  @IsIn(connectionStatuses)
  status?: SystemConnectionStatus;
}
