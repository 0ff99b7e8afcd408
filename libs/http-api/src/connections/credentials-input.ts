import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Verbatim } from '@sync/service-runtime';
import { IsObject, registerDecorator } from 'class-validator';
import { Example } from '../api-description/example';
import { sharedExamples } from '../api-description/shared-examples';

const maxBytes = 16_384;

/** Decorator: an object of at most 16 KiB of JSON. */
export function IsSmallObject(): PropertyDecorator {
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

/** Property decorator: the secrets of a shop. */
export function CredentialsProperty(): PropertyDecorator {
  const description = 'At most 16 KiB. Stored encrypted and never shown.';
  return applyDecorators(ApiProperty({ type: 'object', additionalProperties: true, description }), Verbatim(), IsSmallObject());
}

@Example<RenewCredentialsInput>({ credentials: sharedExamples.credentials })
export class RenewCredentialsInput {
  @CredentialsProperty()
  credentials: Record<string, unknown>;
}
