import type { ItemOf } from './list';

export type RecordType = 'customers' | 'orders' | 'products';
export type RecordOf<Type extends RecordType> = ItemOf<`GET /api/records/${Type}`>;
