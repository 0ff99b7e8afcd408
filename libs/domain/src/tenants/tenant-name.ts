import { randomInt } from 'node:crypto';

const adjectives = [
  'Amber',
  'Bright',
  'Calm',
  'Clear',
  'Coral',
  'Crisp',
  'Dawn',
  'Early',
  'Fair',
  'Golden',
  'Keen',
  'Lively',
  'North',
  'Quiet',
  'Swift',
  'Warm',
];
const nouns = [
  'Bay',
  'Brook',
  'Cedar',
  'Field',
  'Grove',
  'Harbour',
  'Hill',
  'Lake',
  'Maple',
  'Meadow',
  'Orchard',
  'Ridge',
  'River',
  'Shore',
  'Valley',
  'Willow',
];

/** The name of a tenant that a direct-system initialisation creates, for example `Quiet Harbour 4821`. Names need not be unique. */
export function generateTenantName(): string {
  return `${adjectives[randomInt(adjectives.length)]} ${nouns[randomInt(nouns.length)]} ${randomInt(1000, 10_000)}`;
}
