export { CredentialsCipher, isSameSealedValue, UnreadableCredentials, type Credentials } from './credentials-cipher';
export { ErasedAddresses, sealedErasureKeys } from './erased-addresses';
export { KeyRing } from './key-ring';
export { KeyRingCheck, requireKnownKeys, UnusableKeys } from './key-ring-check';
export { countByKey, resealValues, type ResealedValues, type SealedColumn, type SealedCount } from './reseal-values';
