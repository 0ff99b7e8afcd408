import { ApiProperty } from '@nestjs/swagger';
import { directPlatforms, shops } from '@sync/platforms';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

/** Variant A: an embedding system initialises itself. */
export class InitialiseDirectSystemInput {
  /** Slug of a direct system. */
  @ApiProperty({ example: directPlatforms[0]?.driver })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  system_slug: string;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  external_user_id?: string | null;

  /** Name of the company, for those who operate the service. Default: a generated one. The tenant is always a new one. */
  @ApiProperty({ example: 'Tea House Ltd' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  tenant_name?: string | null;
}

/** Variant B: a tenant starts a handshake that a plugin finishes. */
export class StartAsTenantInput {
  /** Slug of a shop platform: only a plugin of that can finish the handshake. Default: any plugin can. */
  @ApiProperty({ example: shops[0]?.driver })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  connection?: string | null;

  /** Ignored: the tenant is that of the bearer. */
  @ApiProperty({ type: 'string', format: 'uuid' })
  tenant_id?: unknown;
}

/** Variant C: a caller finalises the handshake that a plugin started. */
export class FinaliseAsCallerInput {
  /** The token that the plugin showed to the shop owner. */
  @IsString()
  connection_token: string;
}
