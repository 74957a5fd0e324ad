/** Value of the field `format` in a robust instance file. */
export const ROBUST_FORMAT = 'plenum.robust-bag-of-tasks';
/** Version of the robust instance format. */
export const ROBUST_FORMAT_VERSION = 1;
