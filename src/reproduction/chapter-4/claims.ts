import type { Claim } from '../claim.js';
import { DAY_CLAIMS } from './claims-day.js';
import { SIZE_CLAIMS } from './claims-sizes.js';

/** Claims of chapter 4, in the order of section 4.5. */
export const GEO_CLAIMS: readonly Claim[] = [...DAY_CLAIMS, ...SIZE_CLAIMS];
