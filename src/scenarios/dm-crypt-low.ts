import { dmCrypt } from './dm-crypt.js';

export const dmCryptLow = dmCrypt('dm-crypt-low', 'an issuer to six CPUs', 1 / 6);
