import { raw, type Markup } from '../html/markup.js';
import { SCRIPT_NUMBERS } from '../html/script-numbers.js';
import { SCRIPT_HEAT } from './script-heat.js';
import { SCRIPT_RUNS } from './script-runs.js';

/** Returns the only script of a study's page, which reads the data in the page and loads no other file. */
export function studyScript(): Markup {
  return raw(String.raw`<script>
(() => {
'use strict';
const page = JSON.parse(document.getElementById('plenum-runs').textContent);
const element = (name, text) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
};
const oneLine = (text) =>
  text.replace(/\s+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '?');
const nameOf = (text) => {
  const name = element('bdi', oneLine(text));
  if (name.textContent.length <= 24) name.className = 'nb';
  return name;
};
${[SCRIPT_NUMBERS, SCRIPT_HEAT, SCRIPT_RUNS].join('\n')}
})();
</script>`);
}
