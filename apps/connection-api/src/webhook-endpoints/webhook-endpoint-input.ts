import { ApiPropertyOptional } from '@nestjs/swagger';
import { callerEventTypes, type CallerEventType, type EndpointValues } from '@sync/caller-webhooks';
import { Example } from '@sync/http-api';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';

const isGiven = (_: object, value: unknown) => value !== undefined;

/** What both inputs have. */
class EndpointInput {
  /** Which events it gets. Null: all. */
  @ApiPropertyOptional({ type: 'string', isArray: true, nullable: true, enum: callerEventTypes })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(callerEventTypes.length)
  @ArrayUnique()
  @IsIn(callerEventTypes, { each: true })
  events?: CallerEventType[] | null;

  /** Connections of your company whose events it gets. Null: all. */
  @ApiPropertyOptional({ type: 'string', format: 'uuid', isArray: true, nullable: true })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  source_connection_ids?: string[] | null;

  @ApiPropertyOptional({ type: 'string', nullable: true })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string | null;
}

@Example<CreateWebhookEndpointInput>({
  url: 'https://erp.example/hooks/connection-sync',
  events: ['records.changed', 'connection.status_changed'],
})
export class CreateWebhookEndpointInput extends EndpointInput {
  /** Public and https. */
  @IsString()
  @MaxLength(2_048)
  url: string;
}

@Example<ChangeWebhookEndpointInput>({ status: 'paused' })
export class ChangeWebhookEndpointInput extends EndpointInput {
  @ApiPropertyOptional({ type: 'string' })
  @ValidateIf(isGiven)
  @IsString()
  @MaxLength(2_048)
  url?: string;

  /** Paused, it gets no events. Enabled again, it hears once of everything that changed meanwhile. */
  @ApiPropertyOptional({ type: 'string', enum: ['enabled', 'paused'] })
  @ValidateIf(isGiven)
  @IsIn(['enabled', 'paused'])
  status?: 'enabled' | 'paused';
}

@Example<RotateWebhookSecretInput>({ overlap_seconds: 3600 })
export class RotateWebhookSecretInput {
  /** How long both secrets sign. 0: the old one ends at once. */
  @ApiPropertyOptional({ type: 'integer' })
  @IsInt()
  @Min(0)
  @Max(604_800)
  overlap_seconds = 86_400;
}

export function valuesOf<I extends EndpointInput>({
  source_connection_ids: sourceConnectionIds,
  ...values
}: I): EndpointValues & Omit<I, 'source_connection_ids'> {
  return { ...values, ...(sourceConnectionIds !== undefined && { sourceConnectionIds }) };
}
