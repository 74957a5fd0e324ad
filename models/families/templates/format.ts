/** Value of the field `format` in a templates instance file. */
export const TEMPLATES_FORMAT = 'plenum.templates';
/** Version of the templates instance format. */
export const TEMPLATES_FORMAT_VERSION = 1;
