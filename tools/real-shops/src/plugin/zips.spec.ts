import { strFromU8, strToU8 } from 'fflate';
import { withVersion } from './zips';

describe("the plugin's zip as an older version", () => {
  it('names that version in each text that names the version, and is the same otherwise', () => {
    const files = { 'a/a.php': 'Version: 0.1.0, tested 1.0', 'a/readme.txt': 'Stable tag: 0.1.0', 'a/logo.png': '0.1.0' };
    const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
    const older = Object.entries(withVersion(bytes, '0.1.0', '0.0.1')).map(([name, text]) => [name, strFromU8(text)]);
    expect(Object.fromEntries(older)).toEqual({
      'a/a.php': 'Version: 0.0.1, tested 1.0',
      'a/readme.txt': 'Stable tag: 0.0.1',
      'a/logo.png': '0.1.0',
    });
  });
});
