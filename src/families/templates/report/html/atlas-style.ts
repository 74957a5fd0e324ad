import { COLOUR_KEY_STYLE } from '../../../../reports/html/interval-bars.js';

/** CSS rules of the atlas page. */
export const ATLAS_STYLE = `
.atlas{display:grid;gap:12px 28px;grid-template-columns:minmax(0,1fr)}
.atlas.beside{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}
.atlas>*{min-width:0}
.atlas fieldset{border:0;margin:0;padding:0;min-width:0}
.axis{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;margin:0 0 6px}
.axis label,.steps label{color:var(--muted);font-size:.85rem}
.axis output{font-variant-numeric:tabular-nums;font-weight:600;text-align:right}
.axis input{grid-column:1/-1;width:100%;margin:2px 0 0;min-height:24px;accent-color:var(--accent)}
.steps{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:10px 0 4px}
.steps button,.steps input,.atlas-choice select{font:inherit;color:var(--ink);background:var(--soft);border:1px solid var(--muted);border-radius:6px;padding:4px 10px;min-height:32px}
.steps button:disabled{opacity:.45}
.steps .state{display:flex;align-items:center;gap:8px;white-space:nowrap;color:var(--muted);font-size:.85rem}
.steps input{width:6.5em}
.atlas .figures .value{overflow-wrap:normal;white-space:nowrap}
.atlas-choice{margin:6px 0;font-size:.9rem}
.atlas-choice label{color:var(--muted);margin-right:8px}
.atlas .verdict{margin:10px 0 4px}
.atlas .figures{grid-template-columns:repeat(auto-fit,minmax(min(100%,10.5rem),1fr));gap:8px;margin:10px 0}
.atlas .figures>div{padding:7px 10px}
.atlas .figures .value{font-size:1.15rem}
.atlas button:focus-visible,.atlas input:focus-visible,.atlas-choice select:focus-visible,#atlas-map button:focus-visible{outline:3px solid var(--accent);outline-offset:1px}
.plan .vent{fill:#56b4e9;stroke:var(--tile);stroke-width:1}
.plan .vent.ground{fill:var(--surface);stroke:none}
.plan .vent.closed{stroke-dasharray:3 3}
.plan .halo{paint-order:stroke;stroke:var(--surface);stroke-width:3px;stroke-linejoin:round;font-weight:600}
.plan{display:block;margin:0 auto}
.plan.narrow{display:none}
.legend .framed::before{border:3px solid var(--ink)}
.scale{display:flex;align-items:center;gap:8px;font-size:.85rem;color:var(--muted);margin:6px 0;flex-wrap:wrap}
.scale[hidden]{display:none}
.scale span{white-space:nowrap}
.scale i{flex:0 1 220px;height:12px;border-radius:3px;background:var(--viridis)}
${COLOUR_KEY_STYLE}.atlas-pair{display:grid;gap:8px 28px;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.atlas-pair>*{min-width:0}
#atlas-map{width:auto;border-collapse:separate;border-spacing:2px}
#atlas-map th,#atlas-map td{border:0;padding:0 4px 0 0;text-align:right;vertical-align:middle;font-weight:400;color:var(--muted);min-width:0;white-space:nowrap}
#atlas-map thead th{text-align:center;padding:0}
#atlas-map button{font:inherit;font-size:.8rem;font-variant-numeric:tabular-nums;width:100%;min-width:48px;min-height:34px;padding:2px 3px;border:0;border-radius:3px;background:var(--soft);color:var(--ink);cursor:pointer}
#atlas-map button[aria-pressed=true]{box-shadow:0 0 0 2px var(--surface),0 0 0 4px var(--ink);position:relative}
.hatched{background:repeating-linear-gradient(45deg,var(--spare) 0 4px,var(--surface) 4px 8px)!important}
.grid-table td,.grid-table th{padding:3px 7px;white-space:nowrap}
.grid-table thead th{white-space:normal}
.grid-table th[scope=row]{min-width:5em}
.grid-table [data-block]{text-align:right;font-variant-numeric:tabular-nums;border-left:2px solid var(--surface)}
@media (max-width:720px){
 .plan.wide{display:none}.plan.narrow{display:block}
 .atlas .figures{grid-template-columns:repeat(2,minmax(0,1fr))}
 .atlas .figures .value{font-size:1rem}
 .atlas.beside,.atlas-pair{grid-template-columns:minmax(0,1fr)}
 #atlas-map{width:100%}
 #atlas-map button{min-width:40px}
}
@media print{
 .axis input,.steps{display:none}
 .atlas-choice select{border:0;background:none;appearance:none;padding:0;color:inherit}
 .atlas.beside{grid-template-columns:2fr 3fr}
 #atlas-map button,.scale i,.legend span::before,.grid-table td{print-color-adjust:exact;-webkit-print-color-adjust:exact}
 .plan.wide{display:block}.plan.narrow{display:none}
}
`;
