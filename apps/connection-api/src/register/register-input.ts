import { ApiProperty } from '@nestjs/swagger';
import { CredentialsProperty } from '@sync/http-api';
import { shops } from '@sync/platforms';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** Variant A: a plugin introduces its shop. */
export class StartPluginHandshakeInput {
  @ApiProperty({ example: shops[0]?.driver })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  system_slug: string;

  /** Root URL of the shop, at most 2,048 characters. It may include the REST path. */
  @ApiProperty({ example: 'https://shop.example' })
  @IsString()
  base_url: string;

  @CredentialsProperty()
  credentials: Record<string, unknown>;
}

/** Variant B: a plugin finalises the handshake that a tenant started. */
export class FinaliseAsPluginInput extends StartPluginHandshakeInput {
  /** The token that the shop owner pasted. */
  @IsString()
  connection_token: string;
}
