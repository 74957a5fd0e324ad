/** Format word of a robust instance file. */
export const ROBUST_FORMAT = 'plenum.robust-bag-of-tasks';
/** Version of the format. */
export const ROBUST_FORMAT_VERSION = 1;
