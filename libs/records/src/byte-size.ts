const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** For a person: `5 GiB`, `1.2 MiB`, `10 bytes`. */
export function byteSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`;
}
