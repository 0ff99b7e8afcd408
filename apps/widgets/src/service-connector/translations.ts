import type { Language } from '../language/language';
import type { OwnTexts } from './connector-text-keys';
import { enToIt } from './translations-en-to-it';
import { nlToAr } from './translations-nl-to-ar';

export const translations: Record<Language, OwnTexts> = { ...enToIt, ...nlToAr };
