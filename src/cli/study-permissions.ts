/** Flags and help of the option by which a study and its instances may name files of all the machine. */
export const ALLOW_OUTSIDE = [
  '--allow-outside',
  'let the study and its instances name files outside their own folders',
  false,
] as const;

/** Flags and help of the option by which a study may name modules. */
export const ALLOW_MODULES = [
  '--allow-modules',
  'let the study name modules (constraints): their code is run with your rights',
  false,
] as const;
