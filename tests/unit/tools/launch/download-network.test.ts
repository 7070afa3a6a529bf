import { expect, it } from 'vitest';
import { downloadPeer, installerEnvironment } from '../../../../tools/launch/download-network.mjs';

it.each([
  [{}, 'github.com', 443],
  [{ ELECTRON_MIRROR: 'http://mirror.example:81/' }, 'mirror.example', 81],
  [{ npm_config_electron_mirror: 'https://[::1]/', ELECTRON_MIRROR: 'https://b/' }, '::1', 443],
  [{ HTTPS_PROXY: 'http://proxy.example:3128' }, 'proxy.example', 3128],
  [{ HTTP_PROXY: 'http://proxy.example' }, 'proxy.example', 80],
  [{ npm_config_https_proxy: 'null', npm_config_noproxy: '' }, 'github.com', 443],
  [{ https_proxy: 'http://a.example', HTTPS_PROXY: 'http://b.example' }, 'a.example', 80],
  [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'localhost,.github.com' }, 'github.com', 443],
  [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: '*' }, 'github.com', 443],
  [{ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'hub.com' }, 'proxy.example', 80],
])('finds the host to connect to first in %j', (env, host, port) => {
  expect(downloadPeer(env)).toEqual({ host, port });
});

it.each([
  [{}, {}],
  [{ npm_config_cafile: '/ca.pem' }, { NODE_EXTRA_CA_CERTS: '/ca.pem' }],
  [
    { npm_config_proxy: 'http://p', npm_config_noproxy: 'localhost' },
    {
      HTTP_PROXY: 'http://p',
      NO_PROXY: 'localhost',
      ELECTRON_GET_USE_PROXY: 'true',
      NODE_USE_ENV_PROXY: '1',
    },
  ],
  [
    { HTTPS_PROXY: 'http://own', npm_config_https_proxy: 'http://p' },
    { HTTPS_PROXY: 'http://own', ELECTRON_GET_USE_PROXY: 'true', NODE_USE_ENV_PROXY: '1' },
  ],
])('adds the settings of %j to the environment of the installer', (env, added) => {
  expect(installerEnvironment(env)).toEqual({ ...env, ...added });
});
