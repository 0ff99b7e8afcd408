/** Where the service serves the zip of its plugin, below its own address. Without a version: of the newest one. */
export function pluginArchive(driver: string, version?: string): string {
  const name = ['service-connector', driver.replaceAll('_', '-'), version].filter(Boolean).join('-');
  return `widgets/plugins/${name}.zip`;
}
