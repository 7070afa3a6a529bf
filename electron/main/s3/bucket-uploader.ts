import type { ObjectLocation } from '../../shared/request/storage.js';
import type { Uploader } from '../uploads/upload.js';
import type { BucketAccess } from './bucket-access.js';
import { checkAccess, existingObject } from './look-up.js';
import { abortUpload } from './multipart-upload.js';
import { uploadPdf } from './upload-pdf.js';

export const bucketUploader: Uploader<BucketAccess, ObjectLocation> = {
  uploadPdf,
  abortUpload,
  checkAccess,
  existingObject,
};
