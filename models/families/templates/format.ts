/** Format word of a templates instance file. */
export const TEMPLATES_FORMAT = 'plenum.templates';
/** Version of the format. */
export const TEMPLATES_FORMAT_VERSION = 1;
