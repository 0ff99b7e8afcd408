import type { CustomAttributeData } from './records';

const maxCount = 1_000_000;

/** An amount, a count or a yes or no. A longer whole number may be that of a telephone, and any other text may name a person. */
function isPlainFigure(value: CustomAttributeData['value']): boolean {
  if (typeof value === 'number') return Math.abs(value) < maxCount;
  return typeof value === 'boolean' || value === null || /^-?\d{1,12}\.\d+$/.test(value);
}

/** The attributes of a record about an erased person: every key, and the values that are plain figures. */
export function figuresAlone(attributes: readonly CustomAttributeData[]): CustomAttributeData[] {
  return attributes.map((attribute) => (isPlainFigure(attribute.value) ? attribute : { ...attribute, value: null }));
}
