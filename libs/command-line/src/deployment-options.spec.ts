import { UnusableArguments } from './command-line';
import { deploymentOf } from './deployment-options';

describe('deploymentOf', () => {
  it('reads the address of a deployment, and that of this machine', () => {
    expect(deploymentOf({})).toBeNull();
    expect(deploymentOf({ against: 'https://service.example/' })).toEqual({ url: 'https://service.example', shopAddress: '127.0.0.1' });
    expect(deploymentOf({ against: 'http://10.0.0.1:80', 'shop-address': 'me.example' })).toMatchObject({ shopAddress: 'me.example' });
  });

  it.each([[{ against: 'service.example' }], [{ against: 'ftp://service.example' }], [{ 'shop-address': 'me.example' }]])(
    'refuses %j in words',
    (values) => {
      expect(() => deploymentOf(values)).toThrow(UnusableArguments);
    },
  );
});
