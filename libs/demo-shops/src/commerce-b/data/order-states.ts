import { inLanguages, type Texts } from './languages';
import type { ShopSetup } from './shop-setup';

export interface OrderState {
  id: number;
  name: Texts;
  /** Name of the mail that goes out; empty: none. */
  template: string;
  module: string;
  color: string;
  invoice: boolean;
  delivery: boolean;
  shipped: boolean;
  paid: boolean;
  /** Counts as a sale. */
  logable: boolean;
}

type Flag = 'invoice' | 'delivery' | 'shipped' | 'paid' | 'logable';

function state(id: number, texts: readonly [string, string, string], template: string, is: readonly Flag[], module = ''): OrderState {
  const [en, de, fr] = texts;
  const has = (flag: Flag) => is.includes(flag);
  return {
    id,
    name: { en, de, fr },
    template,
    module,
    color: has('shipped') ? '#01B887' : has('paid') ? '#3498D8' : '#34209E',
    invoice: has('invoice'),
    delivery: has('delivery'),
    shipped: has('shipped'),
    paid: has('paid'),
    logable: has('logable'),
  };
}

const sold = ['invoice', 'paid', 'logable'] as const;
const beingSent = [...sold, 'delivery'] as const;
const sent = [...beingSent, 'shipped'] as const;

/** In the order in which the shop lists them: not by id. */
export const orderStates: readonly OrderState[] = [
  state(2, ['Payment accepted', 'Zahlung eingegangen', 'Paiement accepté'], 'payment', sold),
  state(3, ['Processing in progress', 'Bestellung wird bearbeitet', 'En cours de préparation'], 'preparation', beingSent),
  state(4, ['Shipped', 'Versandt', 'Expédié'], 'shipped', sent),
  state(5, ['Delivered', 'Geliefert', 'Livré'], '', sent),
  state(6, ['Canceled', 'Storniert', 'Annulé'], 'order_canceled', []),
  state(7, ['Refunded', 'Erstattet', 'Remboursé'], 'refund', ['invoice']),
  state(8, ['Payment error', 'Fehler bei der Zahlung', 'Erreur de paiement'], 'payment_error', []),
  state(9, ['On backorder (paid)', 'Rückstand (bezahlt)', 'En attente de réapprovisionnement (payé)'], 'outofstock', ['invoice', 'paid']),
  state(11, ['Remote payment accepted', 'Remote-Zahlung akzeptiert', 'Paiement à distance accepté'], 'payment', sold),
  state(12, ['On backorder (not paid)', 'Rückstand (nicht bezahlt)', 'En attente de réapprovisionnement (non payé)'], 'outofstock', []),
  state(14, ['Packed & ready ✔', 'Verpackt & bereit', 'Emballé & prêt'], '', ['paid', 'logable']),
  state(
    13,
    ['Awaiting Cash On Delivery validation', 'Warten auf Nachnahme', 'En attente de paiement à la livraison'],
    'cashondelivery',
    [],
    'ps_cashondelivery',
  ),
  state(1, ['Awaiting check payment', 'Warten auf Scheck', 'En attente du paiement par chèque'], 'cheque', [], 'ps_checkpayment'),
  state(10, ['Awaiting bank wire payment', 'Warten auf Überweisung', 'En attente de virement bancaire'], 'bankwire', [], 'ps_wirepayment'),
];

export function orderStateRecords({ languages }: ShopSetup): Record<string, unknown>[] {
  const flag = (value: boolean) => (value ? '1' : '0');
  return orderStates.map((is) => ({
    id: is.id,
    unremovable: flag(is.id !== 14),
    delivery: flag(is.delivery),
    hidden: '0',
    send_email: flag(is.template !== ''),
    module_name: is.module,
    invoice: flag(is.invoice),
    color: is.color,
    logable: flag(is.logable),
    shipped: flag(is.shipped),
    paid: flag(is.paid),
    pdf_delivery: '0',
    pdf_invoice: flag(is.id === 2),
    deleted: '0',
    name: inLanguages(languages, is.name),
    template: inLanguages(languages, { en: is.template, de: is.template, fr: is.template }),
  }));
}
