import { ApiPropertyOptional } from '@nestjs/swagger';
import { connectionStatuses, type SystemConnectionStatus } from '@sync/domain';
import { PageInput } from '@sync/http-api';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

export class ListConnectionsInput extends PageInput {
  @ApiPropertyOptional({ description: 'Slug of a system.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  system?: string;

  @ApiPropertyOptional({ enum: [...connectionStatuses] })
  @IsOptional()
  @IsIn(connectionStatuses)
  status?: SystemConnectionStatus;
}
