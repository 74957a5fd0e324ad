import { raw, type Markup } from '../../../../reports/html/markup.js';
import { SCRIPT_NUMBERS } from '../../../../reports/html/script-numbers.js';
import { SCRIPT_BASE } from './script-base.js';
import { SCRIPT_DRAW } from './script-draw.js';
import { SCRIPT_MAP } from './script-map.js';
import { SCRIPT_STATE } from './script-state.js';

/** Returns the script of the atlas page. It reads only data embedded in the page. */
export function atlasScript(): Markup {
  return raw(`<script>
(() => {
'use strict';
const page = JSON.parse(document.getElementById('plenum-data').textContent);
let columns = {};
${[SCRIPT_NUMBERS, SCRIPT_BASE, SCRIPT_STATE, SCRIPT_DRAW, SCRIPT_MAP].join('\n')}
})();
</script>`);
}
