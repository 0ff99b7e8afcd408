import type { SeededRandom } from '../../commerce-a/data/seeded-random';
import { decimalText, roundedToCents } from './decimal-text';
import type { ShopLanguage } from './languages';
import { combinationId, productFacts, productName, taxRate } from './product';
import { lastId, type ShopSetup } from './shop-setup';

export interface OrderRows {
  rows: Record<string, unknown>[];
  /** Sums in millionths of the order's currency: rounded row by row. */
  net: number;
  gross: number;
}

/** Which product a row sells: at times one that has long been deleted, whose id the row keeps. */
function soldProduct(setup: ShopSetup, random: SeededRandom): number {
  const { products } = setup.sizes;
  if (products === 0 || random.chance(0.02)) return lastId(setup, 'products') + 100_000 + random.between(1, 99);
  return setup.firstId + random.between(0, products - 1);
}

/** One to four rows. A row has neither a total nor its taxes: only prices of one piece. */
export function orderRows(setup: ShopSetup, random: SeededRandom, orderId: number, language: ShopLanguage, rate: number): OrderRows {
  const made: OrderRows = { rows: [], net: 0, gross: 0 };
  for (let count = random.between(1, 4), position = 0; position < count; position += 1) {
    const facts = productFacts(setup, soldProduct(setup, random));
    const quantity = random.between(1, 3);
    const size = facts.sizes.length > 0 ? random.between(0, facts.sizes.length - 1) : null;
    const net = Math.round(facts.net * rate);
    const gross = facts.taxed ? Math.round(net * (1 + taxRate)) : net;
    const name = productName(facts, language);
    made.rows.push({
      id: String(orderId * 10 + position),
      product_id: String(facts.id),
      product_attribute_id: size === null ? '0' : String(combinationId(facts.id, size)),
      product_quantity: String(quantity),
      product_name: size === null ? name : `${name} (Size: ${facts.sizes[size]})`,
      product_reference: size === null || facts.reference === '' ? facts.reference : `${facts.reference}-${size}`,
      product_ean13: facts.ean,
      product_isbn: '',
      product_upc: '',
      product_price: decimalText(net),
      id_customization: '0',
      unit_price_tax_incl: decimalText(gross),
      unit_price_tax_excl: decimalText(net),
    });
    made.net += roundedToCents(net * quantity);
    made.gross += roundedToCents(gross * quantity);
  }
  return made;
}
