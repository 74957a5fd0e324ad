/** Built-in shapes of a day, for trying things out; none is a measurement. */
export const PROFILES = ['diurnal', 'flat'] as const;
export type ProfileName = (typeof PROFILES)[number];
