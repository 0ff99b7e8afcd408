import { towns } from '../../commerce-a/data/vocabulary';
import { inLanguages, type Texts } from './languages';
import type { ShopSetup } from './shop-setup';

interface Country {
  id: number;
  iso: string;
  name: Texts;
  active: boolean;
  hasStates: boolean;
}

function country(id: number, iso: string, en: string, de: string, fr: string): Country {
  const active = towns.some((town) => town.country === iso);
  return { id, iso, name: { en, de, fr }, active, hasStates: ['US', 'CA', 'IT'].includes(iso) };
}

export const countries: readonly Country[] = [
  country(1, 'DE', 'Germany', 'Deutschland', 'Allemagne'),
  country(2, 'AT', 'Austria', 'Österreich', 'Autriche'),
  country(3, 'BE', 'Belgium', 'Belgien', 'Belgique'),
  country(4, 'CA', 'Canada', 'Kanada', 'Canada'),
  country(5, 'CN', 'China', 'China', 'Chine'),
  country(6, 'ES', 'Spain', 'Spanien', 'Espagne'),
  country(7, 'FI', 'Finland', 'Finnland', 'Finlande'),
  country(8, 'FR', 'France', 'Frankreich', 'France'),
  country(9, 'GR', 'Greece', 'Griechenland', 'Grèce'),
  country(10, 'IT', 'Italy', 'Italien', 'Italie'),
  country(11, 'JP', 'Japan', 'Japan', 'Japon'),
  country(12, 'LU', 'Luxembourg', 'Luxemburg', 'Luxembourg'),
  country(13, 'NL', 'Netherlands', 'Niederlande', 'Pays-Bas'),
  country(14, 'PL', 'Poland', 'Polen', 'Pologne'),
  country(15, 'PT', 'Portugal', 'Portugal', 'Portugal'),
  country(16, 'CZ', 'Czechia', 'Tschechien', 'Tchéquie'),
  country(17, 'GB', 'United Kingdom', 'Vereinigtes Königreich', 'Royaume-Uni'),
  country(18, 'SE', 'Sweden', 'Schweden', 'Suède'),
  country(19, 'CH', 'Switzerland', 'Schweiz', 'Suisse'),
  country(20, 'DK', 'Denmark', 'Dänemark', 'Danemark'),
  country(21, 'US', 'United States', 'Vereinigte Staaten', 'États-Unis'),
  country(22, 'HK', 'Hong Kong SAR China', 'Sonderverwaltungsregion Hongkong', 'R.A.S. chinoise de Hong Kong'),
  country(23, 'NO', 'Norway', 'Norwegen', 'Norvège'),
  country(32, 'CI', 'Côte d’Ivoire', 'Côte d’Ivoire', 'Côte d’Ivoire'),
  country(43, 'AG', 'Antigua & Barbuda', 'Antigua und Barbuda', 'Antigua-et-Barbuda'),
];

/** Only countries that divide their addresses have any. */
export const states = [
  { id: 8, country: 21, zone: 2, iso: 'CA', name: 'California' },
  { id: 35, country: 21, zone: 2, iso: 'NY', name: 'New York' },
  { id: 89, country: 4, zone: 2, iso: 'ON', name: 'Ontario' },
  { id: 90, country: 4, zone: 2, iso: 'QC', name: 'Quebec' },
  { id: 126, country: 10, zone: 1, iso: 'AG', name: 'Agrigento' },
] as const;

export function countryId(iso: string): number {
  return countries.find((candidate) => candidate.iso === iso)?.id ?? 0;
}

/** 0: the country has none. */
export function stateId(country: string, iso: string): number {
  return states.find((state) => state.country === countryId(country) && state.iso === iso)?.id ?? 0;
}

export function countryRecords({ languages }: ShopSetup): Record<string, unknown>[] {
  return countries.map(({ id, iso, name, active, hasStates }) => ({
    id,
    id_zone: '1',
    id_currency: '0',
    call_prefix: '0',
    iso_code: iso,
    active: active ? '1' : '0',
    contains_states: hasStates ? '1' : '0',
    need_identification_number: '0',
    need_zip_code: '1',
    zip_code_format: '',
    display_tax_label: '1',
    name: inLanguages(languages, name),
  }));
}

export function stateRecords(): Record<string, unknown>[] {
  return states.map(({ id, country, zone, iso, name }) => ({
    id,
    id_zone: String(zone),
    id_country: String(country),
    iso_code: iso,
    name,
    active: '1',
  }));
}
