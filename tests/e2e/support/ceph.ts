export { offerCeph as default } from '../../support/bucket/shared-ceph.js';
