import { ApiProperty } from '@nestjs/swagger';
import { shops } from '@sync/platforms';
import { Verbatim } from '@sync/service-runtime';
import { IsNotEmpty, IsObject, IsString, MaxLength, registerDecorator } from 'class-validator';

const maxCredentialsBytes = 16_384;

/** Decorator: an object of at most this many bytes of JSON. */
function IsSmallObject(maxBytes: number): PropertyDecorator {
  return (prototype, property) => {
    registerDecorator({
      name: 'isSmallObject',
      target: prototype.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '') <= maxBytes,
        defaultMessage: () => `${String(property)} must take at most ${maxBytes} bytes`,
      },
    });
    IsObject()(prototype, property);
  };
}

/** Variant A: a plugin introduces its shop. */
export class StartPluginHandshakeInput {
  @ApiProperty({ example: shops[0]?.driver })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  system_slug: string;

  @ApiProperty({
    example: 'https://shop.example',
    description: 'Root URL of the shop, at most 2,048 characters. It may include the REST path.',
  })
  @IsString()
  base_url: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'At most 16 KiB. Stored encrypted and never shown.' })
  @Verbatim()
  @IsSmallObject(maxCredentialsBytes)
  credentials: Record<string, unknown>;
}

/** Variant B: a plugin finalises the handshake that a tenant started. */
export class FinaliseAsPluginInput extends StartPluginHandshakeInput {
  @ApiProperty({ description: 'The token that the shop owner pasted.' })
  @IsString()
  connection_token: string;
}
