export { offerCeph as setup } from '../../support/bucket/shared-ceph.js';
