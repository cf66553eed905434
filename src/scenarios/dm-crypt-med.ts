import { dmCrypt } from './dm-crypt.js';

/** 8 issuers were published, on 24 CPUs. */
export const dmCryptMed = dmCrypt('dm-crypt-med', 'an issuer to three CPUs', 8 / 24);
