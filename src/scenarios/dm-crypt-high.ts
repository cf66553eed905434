import { dmCrypt } from './dm-crypt.js';

export const dmCryptHigh = dmCrypt('dm-crypt-high', 'an issuer a CPU', 1);
