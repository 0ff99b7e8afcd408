export {
  consentChannels,
  consentSources,
  genders,
  productStatuses,
  systemCapabilities,
  systemDrivers,
  type ConsentChannel,
  type ConsentSource,
  type Gender,
  type ProductStatus,
  type SystemCapability,
  type SystemDriver,
} from './enumerations';
export type {
  AddressData,
  AnyRecord,
  ConsentData,
  CustomAttributeData,
  CustomerData,
  LineItemData,
  OrderData,
  ProductData,
  RecordData,
  RecordOf,
} from './records';
export { Secret } from './secret';
