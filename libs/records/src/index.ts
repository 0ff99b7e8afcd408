export { byteSize } from './byte-size';
export { systemCapabilities, systemDrivers, type SystemCapability, type SystemDriver } from '@sync/platforms';
export { cleanDeep, cleanText, isStorable } from './clean-text';
export { currencyExponent } from './currency-exponent';
export { addressesIn, erasedText, namedIn, needleOf, plainAddress, withoutAddresses } from './e-mail-addresses';
export {
  consentChannels,
  consentSources,
  genders,
  productStatuses,
  type ConsentChannel,
  type ConsentSource,
  type Gender,
  type ProductStatus,
} from './enumerations';
export { figuresAlone } from './erased-attributes';
export { loggableError, type LoggableError } from './loggable-error';
export { isBeyondMinorUnits, toMinorUnits } from './minor-units';
export { firstIdAt, OrderedUuids } from './ordered-uuids';
export { PiecedBytes } from './pieced-bytes';
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
export type { SnakeCased } from './snake-case';
export { stackFrames } from './stack-frames';
