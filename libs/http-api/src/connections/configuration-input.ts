import { ApiProperty } from '@nestjs/swagger';
import type { ConnectionConfiguration } from '@sync/domain';
import type { ConfigurationSchema } from '@sync/integration-contract';
import { Verbatim } from '@sync/service-runtime';
import { IsObject } from 'class-validator';
import { Example } from '../api-description/example';
import { sharedExamples } from '../api-description/shared-examples';

const example = { direction: 'outgoing', data_types: ['orders'] };
const hint = { type: 'string', description: 'One sentence to show below it.' };
const option = {
  type: 'object',
  required: ['value', 'label'],
  properties: { value: { type: 'string' }, label: { type: 'string' }, hint },
};

const fieldSchema = {
  type: 'object',
  required: ['type', 'name', 'label', 'required', 'options'],
  properties: {
    type: { type: 'string', enum: ['select', 'multiselect', 'radio'] },
    name: { type: 'string' },
    label: { type: 'string' },
    hint,
    required: { type: 'boolean' },
    options: { type: 'array', items: option },
  },
};

const configurationSchema = { type: 'object', required: ['fields'], properties: { fields: { type: 'array', items: fieldSchema } } };

const { configuration } = sharedExamples;

@Example<ConfigurationResponse>({
  schema: {
    fields: [
      {
        type: 'radio',
        name: 'direction',
        label: 'Direction',
        required: true,
        options: [
          { value: 'outgoing', label: 'From the shop' },
          { value: 'both', label: 'Both ways' },
        ],
      },
    ],
  },
  configuration,
})
export class ConfigurationResponse {
  /** Null: there is nothing to configure. This is not an error. */
  @ApiProperty({ anyOf: [configurationSchema, { type: 'null' }], nullable: false })
  schema: ConfigurationSchema | null;

  @ApiProperty({ example })
  configuration: ConnectionConfiguration;
}

@Example<SavedConfiguration>({ configuration })
export class SavedConfiguration {
  @ApiProperty({ example })
  configuration: ConnectionConfiguration;
}

@Example<SaveConfigurationInput>({ configuration: { frequency: 'hourly' } })
export class SaveConfigurationInput {
  @ApiProperty({ example })
  @Verbatim()
  @IsObject()
  configuration: Record<string, unknown>;
}
