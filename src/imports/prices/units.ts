import { CARBON, PRICE, type ValueLimits } from '../../../models/fields/value-limits.js';

/** What a file holds, by its unit. */
export interface PriceUnit {
  readonly quantity: 'price' | 'carbon';
  /** As users write it: "EUR/MWh", "g/kWh". */
  readonly text: string;
  /** Name of a column with the unit: "price_eur_per_mwh". */
  readonly column: string;
  /** Factor that converts values to those of instances: of the currency per kWh, or g/kWh. */
  readonly scale: number;
  /** Range of values in this unit. */
  readonly limits: ValueLimits;
}

/** Currencies of which a unit buys about as much as a US dollar, within a factor of two or so. */
const LIKE_USD: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'NZD', 'SGD']);
/** Factor between the range of prices in US dollars and that in other currencies. Our choice: some buy a thousandth. */
const OTHER_CURRENCIES = 1000;
/** Currencies by their sign; "$" is not among them, since several have it. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['US$', 'USD'],
  ['A$', 'AUD'],
]);

/** Pattern of a price's unit in a header: "[EUR/MWh]", "(€/MWh)", "price_usd_per_mwh", "EUR/kWh". */
const PRICE_UNIT = /(?:^|[^A-Za-z])([A-Za-z]{3}|€|£|US\$|A\$)(?: ?\/ ?|[_ ]per[_ ])([mk])wh/i;
/** Pattern of the unit of a carbon intensity in a header: "gCO₂eq/kWh", "g/kWh", "carbon_g_per_kwh". */
const CARBON_UNIT = /(?:^|[^A-Za-z])g ?(?:CO[₂2]?(?: ?eq?)?)?(?: ?\/ ?|[_ ]per[_ ])kwh/i;

/** Returns the unit that a text such as a header states; undefined if it states none. */
export function unitIn(text: string): PriceUnit | undefined {
  if (CARBON_UNIT.test(text)) {
    return { quantity: 'carbon', text: 'g/kWh', column: 'carbon_g_per_kwh', scale: 1, limits: CARBON };
  }
  const found = PRICE_UNIT.exec(text);
  if (found === null) return undefined;
  const currency = SIGNS.get(found[1]!.toUpperCase()) ?? found[1]!.toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  const isMega = found[2]!.toLowerCase() === 'm';
  const unit = isMega ? 'MWh' : 'kWh';
  const scale = isMega ? 0.001 : 1;
  const factor = (LIKE_USD.has(currency) ? 1 : OTHER_CURRENCIES) / scale;
  const { other, ...range } = PRICE;
  const limits = { ...range, unit: `${currency}/${unit}`, least: PRICE.least * factor, most: PRICE.most * factor };
  const column = `price_${currency.toLowerCase()}_per_${unit.toLowerCase()}`;
  return { quantity: 'price', text: `${currency}/${unit}`, column, scale, limits };
}
