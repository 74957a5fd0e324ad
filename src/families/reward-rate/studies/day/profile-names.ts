/** Built-in shapes of a day, for trials; none is measured. */
export const PROFILES = ['diurnal', 'flat'] as const;
export type ProfileName = (typeof PROFILES)[number];
