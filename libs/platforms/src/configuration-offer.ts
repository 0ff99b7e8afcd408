import { capabilityLabels, type SystemCapability } from './capabilities';

export interface ConfigurationOption {
  value: string;
  label: string;
  /** One sentence on what the choice does. */
  hint?: string;
}

export interface ConfigurationField {
  type: 'select' | 'multiselect' | 'radio';
  name: string;
  label: string;
  /** One sentence on what the field is about. */
  hint?: string;
  required: boolean;
  options: ConfigurationOption[];
}

/** What the configuration widget shows. It belongs to the platform, not to the widget. */
export interface ConfigurationSchema {
  fields: ConfigurationField[];
}

/** Values keyed by field name: one option's value, or a list of them for a multiselect. */
export type Configuration = Record<string, unknown>;

export interface ConfigurationOffer {
  schema: ConfigurationSchema;
  /** A new connection starts with these. */
  defaults: Configuration;
}

/** The settings of the synchronisation of a shop that has these capabilities. */
export const shopConfiguration = (capabilities: readonly SystemCapability[]): ConfigurationOffer => ({
  schema: {
    fields: [
      {
        type: 'radio',
        name: 'direction',
        label: 'Direction',
        required: true,
        options: [
          { value: 'outgoing', label: 'From the shop' },
          { value: 'incoming', label: 'To the shop', hint: 'Stops reading; nothing is written into the shop.' },
          { value: 'both', label: 'Both ways', hint: 'Reads only; nothing is written into the shop.' },
        ],
      },
      {
        type: 'multiselect',
        name: 'data_types',
        label: 'Data types',
        required: false,
        options: capabilities.map((value) => ({ value, label: capabilityLabels[value] })),
      },
      {
        type: 'select',
        name: 'frequency',
        label: 'Frequency',
        required: true,
        options: [
          { value: 'manual', label: 'Only on request' },
          { value: 'hourly', label: 'Every hour' },
          { value: 'every_six_hours', label: 'Every six hours' },
          { value: 'daily', label: 'Every day' },
          { value: 'weekly', label: 'Every week' },
        ],
      },
    ],
  },
  defaults: { direction: 'outgoing', data_types: [...capabilities], frequency: 'daily' },
});
