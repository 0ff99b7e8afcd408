import type { OpenAPIObject } from '@nestjs/swagger';

/** The named schemas of an API description. */
export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
